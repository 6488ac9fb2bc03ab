import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { decodeScrollId, encodeScrollId, fingerprint } from '../search/scroll-id.js';
import type { LineageSearch } from './input.js';

/** Where a page ends: the degree of its last result, and its place among the results of that degree. */
export interface LineagePosition {
  readonly degree: number;
  readonly key: string;
}

export const toScrollId = (request: LineageSearch, { degree, key }: LineagePosition): string =>
  encodeScrollId([toHash(request), degree, key]);

/** @throws BAD_REQUEST when it is not a scroll id, or that of another request */
export function parsePosition(request: LineageSearch, scrollId: string): LineagePosition {
  const [hash, degree, key, ...others] = decodeScrollId(scrollId) ?? [];
  if (!Number.isSafeInteger(degree) || typeof key !== 'string' || others.length > 0)
    throw badRequest(`scrollId is ${quoted(scrollId)}; expected nextScrollId of the previous page, or none`);
  if (hash !== toHash(request))
    throw badRequest(
      'scrollId is that of another request; urn, direction, types, filters, times and flags must stay the same on all pages',
    );
  return { degree: degree as number, key };
}

/** Everything that decides what is found. The size of a page may change from one to the next. */
const toHash = ({
  search,
  urn,
  direction,
  from,
  to,
  exploredPerHop,
  ignoreAsHops,
  groupsColumns,
}: LineageSearch) =>
  fingerprint(search, [urn, direction, from, to, exploredPerHop, ignoreAsHops, groupsColumns]);
