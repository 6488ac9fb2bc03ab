import { createHash } from 'node:crypto';
import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { SearchRequest } from './request.js';

/** Where a page ends: the values that its last entity is sorted by. */
export interface Position {
  /** One for each criterion of the sort: PostgreSQL's text of the value; null for none. */
  readonly keys: readonly (string | null)[];
  /** Null where all matches have the same. */
  readonly score: number | null;
  readonly urn: string;
}

/** A position in a scroll. All of its pages rank the same matches, although others are written in the meantime. */
export interface ScrollPosition extends Position {
  /** The last match that is ranked; null: all matches are. */
  readonly lastRanked: string | null;
}

/** Returns the id of the page after a position. It holds all that the next page depends on, so any process takes it. */
export function toScrollId(
  request: SearchRequest,
  { keys, score, urn }: Position,
  lastRanked: string | null,
): string {
  const parts = [fingerprint(request), keys, score, urn, ...(lastRanked === null ? [] : [lastRanked])];
  return encodeScrollId(parts);
}

/** @throws BAD_REQUEST when it is not a scroll id, or that of another request */
export function parsePosition(request: SearchRequest, scrollId: string): ScrollPosition {
  const position = decoded(scrollId);
  if (position === null)
    throw badRequest(`scrollId is ${quoted(scrollId)}; expected nextScrollId of the previous page, or none`);
  if (position.hash !== fingerprint(request))
    throw badRequest(
      'scrollId is that of another request; types, query, filters, flags and sort must stay the same on all pages',
    );
  return position;
}

/** Returns an id that holds these parts. */
export const encodeScrollId = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Returns the parts of an id, which a client can have made up; null for a text that is none. */
export function decodeScrollId(scrollId: string): readonly unknown[] | null {
  if (scrollId.length > maxLength || !/^[A-Za-z0-9_-]+$/.test(scrollId)) return null;
  const value = parsed(Buffer.from(scrollId, 'base64url').toString());
  return Array.isArray(value) ? value : null;
}

/** Length of a position with the maximum number of criteria, each with its longest value. */
const maxLength = 100_000;

function decoded(scrollId: string): (ScrollPosition & { readonly hash: string }) | null {
  const value = decodeScrollId(scrollId);
  if (value === null || value.length < 4 || value.length > 5) return null;
  const [hash, keys, score, urn, lastRanked = null] = value;
  const isKey = (key: unknown): key is string | null => key === null || isText(key);
  if (!isText(hash) || !isText(urn) || !isKey(lastRanked) || !Array.isArray(keys) || !keys.every(isKey))
    return null;
  if (score !== null && !isReal(score)) return null;
  if (score === null && lastRanked !== null) return null;
  return { hash, keys, score, urn, lastRanked };
}

/** Whether PostgreSQL's type real has the number. */
const isReal = (value: unknown): value is number =>
  typeof value === 'number' &&
  (value === 0 || (Number.isFinite(Math.fround(value)) && Math.abs(value) > 1.2e-38));

/** PostgreSQL has no texts with U+0000. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Everything that decides what matches and in which order. The size of a page may change from one to the next. */
export function fingerprint({ types, query, filter, includeSoftDeleted, sort }: SearchRequest): string {
  const rules = filter.map((all) =>
    all.map(({ field, values, condition, negated }) => [field, values, condition, negated]),
  );
  const criteria = sort.map(({ field, descending }) => [field, descending]);
  return digest([types, query, rules, includeSoftDeleted, criteria]);
}

/** Returns a short text that differs for different values. */
export const digest = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22);
