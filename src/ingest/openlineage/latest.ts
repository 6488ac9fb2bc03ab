import { isObject, type Json } from '../../json/lossless-json.js';
import { type PatchOperation, parsePointer } from '../patches/json-patch/json-patch.js';
import { type Draft, patches } from './draft.js';
import { findStored, isOwn, type Stored } from './stored.js';

/**
 * Returns the changes of members of an aspect, of each of which the newest event that has it wins, whatever the order of
 * the events. The system metadata of the aspect has the times of the members.
 *
 * @param time of the event
 * @param others operations that do not depend on the order
 */
export function newest(
  stored: Stored,
  [urn, aspectName]: readonly [urn: string, aspectName: string],
  operations: readonly PatchOperation[],
  time: number,
  others: readonly PatchOperation[] = [],
): Draft[] {
  const before = findStored(stored, urn, aspectName);
  const times = before && isOwn(before) ? before.systemMetadata?.properties : null;
  const known: Json = isObject(times) ? times : {};
  const isOlder = ({ path }: PatchOperation) =>
    Number(known[path] ?? -1) > time && before !== null && exists(before.value, path);
  const newer = operations.filter((operation) => !isOlder(operation));
  const properties = { ...known, ...Object.fromEntries(newer.map(({ path }) => [path, String(time)])) };
  return patches(urn, aspectName, [...newer, ...others]).map((draft) => ({ ...draft, properties }));
}

function exists(value: Readonly<Json>, path: string): boolean {
  let found: unknown = value;
  for (const name of parsePointer(path) ?? []) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return false;
    found = found[name];
  }
  return true;
}
