import { z } from 'zod';
import { quoted } from '../core/urn.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';

/**
 * In UTF-8. Limited by PostgreSQL's index entries of 2,704 bytes, which have two URNs of up to 512 bytes each besides. An
 * earlier version may have stored a longer path.
 */
const maxPathBytes = 1_500;

const rule = 'the path of a column has at most 1,500 bytes of UTF-8';

// The first comparison never reads a long text.
const fits = (path: string) => path.length <= maxPathBytes && Buffer.byteLength(path) <= maxPathBytes;

const describeLength = (path: string) => `has ${Buffer.byteLength(path)} bytes; ${rule}`;

/** Returns why a text is too long for the path of a column, or null. */
export const pathViolation = (path: string): string | null =>
  fits(path) ? null : `is ${quoted(path)}, which ${describeLength(path)}`;

/** The path of a column in an aspect. */
export const columnPath = z
  .string()
  .min(1)
  .refine(fits, { error: ({ input }) => pathViolation(String(input)) ?? rule });

/** The path of a column that an argument names. Transports parse it with this schema. */
export const givenPath = z
  .string()
  .refine(fits, { error: ({ input }) => `it ${describeLength(String(input))}` });

/** Lists that name columns in aspects without a model, or beyond their model: with the member that has the path, if any. */
const namingLists: ReadonlyMap<string, readonly [list: string, member: string | null]> = new Map([
  ['schemaMetadata', ['primaryKeys', null]],
  ['datasetProfile', ['fieldProfiles', 'fieldPath']],
  ['datasetUsageStatistics', ['fieldCounts', 'fieldPath']],
]);

/** Returns where such a list of an aspect has a path that is too long, and why; null if it has none. */
export function* findLongPath(aspectName: string, value: Json): Steps<string | null> {
  const [list = '', member = null] = namingLists.get(aspectName) ?? [];
  const elements = Object.hasOwn(value, list) ? value[list] : null;
  if (!Array.isArray(elements)) return null;
  for (const [index, element] of elements.entries()) {
    yield;
    const path = member === null ? element : isObject(element) && element[member];
    const violation = typeof path === 'string' ? pathViolation(path) : null;
    if (violation) return `${[list, index, ...(member ? [member] : [])].join('.')} ${violation}`;
  }
  return null;
}
