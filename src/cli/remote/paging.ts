import { type Command, Option } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { wholeNumber } from './command.js';

const pageSize = 100;

export interface ListOptions {
  readonly limit: number;
}

export const limited = (command: Command): Command =>
  command.addOption(
    new Option('--limit <n>', 'maximum number of items').default(100).argParser(wholeNumber(1, 10_000)),
  );

/** Reads pages up to the limit. Says when there are more. */
export async function pages<T>(
  deps: Dependencies,
  limit: number,
  read: (start: number, count: number) => Promise<{ readonly total: number; readonly items: readonly T[] }>,
): Promise<T[]> {
  const found: T[] = [];
  let total = Number.POSITIVE_INFINITY;
  while (found.length < Math.min(limit, total)) {
    const page = await read(found.length, Math.min(pageSize, limit - found.length));
    found.push(...page.items);
    total = page.items.length === 0 ? found.length : page.total;
  }
  if (total > found.length) deps.info(`${found.length} of ${total} are shown; --limit shows more`);
  return found;
}
