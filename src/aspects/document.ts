import { getEntityType } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import { parseMembers, type Stamps } from './aspect.js';
import type { Aspects } from './kernel.js';

/** The record of an aspect, with its rows of other tables. */
export interface AspectRow extends Stamps {
  readonly urn: string;
  readonly name: string;
  /** JSON text */
  readonly extraFields: string;
  /** JSON text of an array; null if no other table keeps a part of the aspect. */
  readonly rows: string | null;
  /** The record contains the whole aspect. */
  readonly inert: boolean;
}

export function* documentText(
  aspects: Aspects,
  { urn, name, extraFields, rows, inert, ...stamps }: AspectRow,
): Steps<string> {
  if (inert) return extraFields;
  const join = aspects.find(getEntityType(urn), name)?.rows?.join;
  if (!join && rows === null) return extraFields;
  const found = (rows === null ? [] : yield* parseInSteps(rows)) as readonly unknown[];
  if (!join) return yield* overlaid(extraFields, Object(found[0]));
  return yield* stringifyInSteps(yield* join(yield* parseMembers(extraFields), found, stamps));
}

/**
 * Returns an aspect as it was written, with the values that its table has now. Fields keep their order, and unchanged
 * fields keep their text: null and an absent field are the same value in the table.
 */
function* overlaid(written: string, current: Json): Steps<string> {
  const value = yield* parseMembers(written);
  const changed = Object.entries(current).filter(([name, now]) => !isSame(name, value[name], now));
  if (changed.length === 0) return written;
  const result = { ...value, ...Object.fromEntries(changed) };
  for (const [name, now] of changed) if (now === null) delete result[name];
  return yield* stringifyInSteps(result);
}

/** A user whose `active` is absent is active. A list that names a group twice means it once. */
function isSame(name: string, written: unknown, now: unknown): boolean {
  if (Array.isArray(now)) {
    return Array.isArray(written) && JSON.stringify([...new Set(written)]) === JSON.stringify(now);
  }
  return (written ?? (name === 'active' ? true : null)) === now;
}
