import { CommandFailed } from '../command-failed.js';
import { plain } from './output.js';

interface Named {
  readonly urn: string;
  readonly name: string | null;
}

/**
 * Returns the URN of the only item with a name: exactly this name, or else the name in another case.
 *
 * @param noun what the items are, such as `tags`
 * @returns null if no item has the name
 * @throws CommandFailed if several items have the name
 */
export function findNamed(items: readonly Named[], name: string, noun: string): string | null {
  const exact = items.filter((item) => item.name === name);
  const lower = name.toLowerCase();
  const found = exact.length > 0 ? exact : items.filter((item) => item.name?.toLowerCase() === lower);
  if (found.length <= 1) return found[0]?.urn ?? null;
  const urns = found.map(({ urn }) => `\n  ${plain(urn)}`).join('');
  throw new CommandFailed(`${found.length} ${noun} have the name "${plain(name)}". Use a URN:${urns}`, 2);
}
