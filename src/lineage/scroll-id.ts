import { fingerprint } from '../search/scroll-id.js';
import { parseCursor, toCursor } from './cursor.js';
import type { LineageSearch } from './input.js';

/** Where a page ends: the degree of its last result, and its place among the results of that degree. */
export interface LineagePosition {
  readonly degree: number;
  readonly key: string;
}

export const toScrollId = (request: LineageSearch, { degree, key }: LineagePosition): string =>
  toCursor(listFixed(request), [degree, key]);

/** @throws BAD_REQUEST when it is not a scroll id, or that of another request */
export const parsePosition = (request: LineageSearch, scrollId: string): LineagePosition =>
  parseCursor(listFixed(request), scrollId, readPosition);

/** Everything that decides what is found. The size of a page may change from one to the next. */
const listFixed = (request: LineageSearch) => {
  const { search, urn, direction, from, to, exploredPerHop, ignoreAsHops, groupsColumns } = request;
  return [fingerprint(search), urn, direction, from, to, exploredPerHop, ignoreAsHops, groupsColumns];
};

function readPosition(value: unknown): LineagePosition | null {
  const [degree, key, ...others] = Array.isArray(value) ? value : [];
  return Number.isSafeInteger(degree) && typeof key === 'string' && others.length === 0
    ? { degree, key }
    : null;
}
