import type { z } from 'zod';
import { CatalogError } from '../domain/errors.js';
import { isDeeper, isObject, type Json, maxDepth, parseExact } from '../domain/exact-json.js';
import { unkeepable } from '../domain/unkeepable.js';
import { aspectShapes, homes, isModelled } from './models.js';

/** @throws INVALID_ASPECT */
export function checkAspect(entityType: string, aspectName: string, value: unknown): asserts value is Json {
  if (!isObject(value)) throw invalid(aspectName, 'must be a JSON object');
  if (!isModelled(aspectName)) return;
  const home = homes[aspectName];
  if (home && home !== entityType) throw invalid(aspectName, `is about a ${home}, not about a ${entityType}`);
  const parsed = aspectShapes[aspectName].safeParse(value);
  if (!parsed.success) throw invalid(aspectName, problems(parsed.error));
}

export const invalid = (aspectName: string, why: string) =>
  new CatalogError('INVALID_ASPECT', `the aspect ${aspectName} does not fit its model: ${why}`);

/** The first ones: an aspect may have thousands. */
export const problems = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`)
    .join('; ');

/** @throws INVALID_ASPECT */
export function parseText(aspectName: string, text: string): unknown {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    throw invalid(aspectName, `is not JSON: ${(error as Error).message}`);
  }
  if (isDeeper(value, maxDepth)) throw invalid(aspectName, `is nested more than ${maxDepth} levels deep`);
  // Without escapes, the strings of a document hold what its text holds.
  const fault = text.includes('\\u') || unkeepable(text) !== null ? faultIn(value) : null;
  if (fault) throw invalid(aspectName, fault);
  return value;
}

function faultIn(value: unknown): string | null {
  if (typeof value === 'string') return unkeepable(value);
  const children = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
  for (const child of children) {
    const fault = faultIn(child);
    if (fault) return fault;
  }
  return null;
}
