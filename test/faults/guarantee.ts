import { appendFileSync } from 'node:fs';
import type { Test } from 'tap';

/** Where `run.ts` collects the lines; a fault test that runs alone has them in its own output. */
const file = process.env.GUARANTEES_FILE;

/** One line for a guarantee that was just shown, with what was counted: `kills 20, writes lost 0`. */
export function guarantee(t: Test, text: string, figures: Readonly<Record<string, number | string>>) {
  const counted = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const line = [text, counted.join(', ')].filter(Boolean).join(': ');
  t.comment(line);
  if (file) appendFileSync(file, `${line}\n`);
}
