import { appendFileSync } from 'node:fs';
import type { Test } from 'tap';

/** The file in which `run.ts` collects the lines. Without it, the lines are only in the test's output. */
const file = process.env.GUARANTEES_FILE;

/** Reports a guarantee that the test has shown, with its figures: `kills 20, writes lost 0`. */
export function guarantee(t: Test, text: string, figures: Readonly<Record<string, number | string>>) {
  const counted = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  const line = [text, counted.join(', ')].filter(Boolean).join(': ');
  t.comment(line);
  if (file) appendFileSync(file, `${line}\n`);
}
