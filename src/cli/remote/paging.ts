import { type Command, Option } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { tableOptions, wholeNumber } from './command.js';

const pageSize = 100;

export interface ListOptions {
  readonly limit: number;
}

/** Adds the options of a command that prints a list with these columns from pages. */
export const limited = (command: Command, columns: Readonly<Record<string, unknown>>): Command =>
  tableOptions(limitOption(command), columns);

export const limitOption = (command: Command): Command =>
  command.addOption(
    new Option('--limit <n>', 'maximum number of items').default(100).argParser(wholeNumber(1, 10_000)),
  );

/** Says that a list has more items than are printed. */
export function tellRest({ info }: Dependencies, shown: number, total: number): void {
  if (total > shown) info(`${shown} of ${total} are shown; --limit shows more`);
}

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
  tellRest(deps, found.length, total);
  return found;
}
