import type { Category, Operation } from '../../src/history/change.js';

/** What the log follows of one entity: the text of each fact by its key, which `toKey` makes. Null: it does not exist. */
export type Facts = ReadonlyMap<string, string | null> | null;

/** @param aspect as in the log; @param modifier a tag, or the name of a property */
export const toKey = (aspect: string, category: Category, fieldPath = '', modifier = '') =>
  [aspect, category, fieldPath, modifier].join('|');

/** A row of the log without what differs from run to run. */
export interface Row {
  readonly operation: Operation;
  /** Empty: the entity came or went. */
  readonly key: string;
  readonly before: string | null;
  readonly after: string | null;
}

export const removedKey = toKey('status', 'LIFECYCLE');
const lifecycle = (operation: Operation): Row => ({ operation, key: '', before: null, after: null });

/** Categories that the log has of a new entity, beside its creation (docs/wire-contract.md, "History"). */
const ofNew = /^[^|]*\|(TAG|GLOSSARY_TERM|OWNER)\|/;

function toOperation(key: string, was: boolean, is: boolean): Operation {
  if (key === removedKey) return is ? 'SOFT_DELETE' : 'REINSTATE';
  if (/\|(PROPERTIES|DEPRECATION)\|/.test(key)) return 'MODIFY';
  if (was && is) return 'MODIFY';
  return is ? 'ADD' : 'REMOVE';
}

/** Returns the rows that the log must have of a change. */
export function expectRows(before: Facts, after: Facts): Row[] {
  if (!before && !after) return [];
  if (!after) return [lifecycle('HARD_DELETE')];
  const rows: Row[] = before ? [] : [lifecycle('CREATE')];
  for (const key of new Set([...(before ?? new Map()).keys(), ...after.keys()])) {
    const [was, is] = [before?.has(key) ?? false, after.has(key)];
    const [from, to] = [before?.get(key) ?? null, after.get(key) ?? null];
    if ((was === is && from === to) || (!before && !ofNew.test(key))) continue;
    rows.push({ operation: toOperation(key, was, is), key, before: from, after: to });
  }
  return rows;
}

/** Returns a row as text, for comparisons and messages. Only descriptions and properties have texts of their own. */
export const printRow = ({ operation, key, before, after }: Row): string =>
  /\|(DOCUMENTATION|PROPERTIES|DEPRECATION)\|/.test(key)
    ? `${operation} ${key} ${JSON.stringify(before)} → ${JSON.stringify(after)}`
    : `${operation} ${key}`;

/** Returns facts with others set, or deleted where the text is undefined. */
export function withFacts(
  facts: ReadonlyMap<string, string | null>,
  changes: Iterable<readonly [key: string, text: string | null | undefined]>,
): ReadonlyMap<string, string | null> {
  const changed = new Map(facts);
  for (const [key, text] of changes) {
    if (text === undefined) changed.delete(key);
    else changed.set(key, text);
  }
  return changed;
}
