import { CatalogError } from '../core/errors.js';
import { formatIssues, type Issue } from '../core/invalid-input.js';
import { isDeeper, isObject, type Json, maxDepth, parseExact } from '../core/lossless-json.js';
import { longText, readingExact, TooDeep } from '../core/lossless-json-steps.js';
import { isLarge, type Steps } from '../core/steps.js';
import { invalidTextReason } from '../core/text.js';
import { aspectShapes, homes, isModelled } from '../metadata/models.js';
import { checkingShape } from './shape.js';

/** @throws INVALID_ASPECT */
export function* checkingAspect(entityType: string, aspectName: string, value: unknown): Steps<Json> {
  if (!isObject(value)) throw invalid(aspectName, 'must be a JSON object');
  if (!isModelled(aspectName)) return value;
  const home = homes[aspectName];
  if (home && home !== entityType) throw invalid(aspectName, `is about a ${home}, not about a ${entityType}`);
  const issues = yield* checkingShape(aspectShapes[aspectName], value);
  if (issues.length > 0) throw invalid(aspectName, problems({ issues }));
  return value;
}

export const invalid = (aspectName: string, why: string) =>
  new CatalogError('INVALID_ASPECT', `the aspect ${aspectName} does not fit its model: ${why}`);

export const problems = ({ issues }: { readonly issues: readonly Issue[] }): string =>
  formatIssues(issues, 'value');

/** @throws INVALID_ASPECT */
export function* readingText(aspectName: string, text: string): Steps<unknown> {
  const value = yield* parsed(aspectName, text);
  // Without escapes, the strings of a document hold what its text holds.
  const fault = text.includes('\\u') || invalidTextReason(text) !== null ? yield* faultIn(value) : null;
  if (fault) throw invalid(aspectName, fault);
  return value;
}

function* parsed(aspectName: string, text: string): Steps<unknown> {
  const tooDeep = () => invalid(aspectName, `is nested more than ${maxDepth} levels deep`);
  try {
    if (text.length > longText) return yield* readingExact(text);
    const value = parseExact(text);
    if (isDeeper(value, maxDepth)) throw tooDeep();
    return value;
  } catch (error) {
    if (error instanceof TooDeep) throw tooDeep();
    if (error instanceof CatalogError) throw error;
    throw invalid(aspectName, `is not JSON: ${(error as Error).message}`);
  }
}

function* faultIn(value: unknown): Steps<string | null> {
  yield;
  if (!isLarge(value)) return faultInSmall(value);
  for (const child of childrenOf(value)) {
    const fault = yield* faultIn(child);
    if (fault) return fault;
  }
  return null;
}

function faultInSmall(value: unknown): string | null {
  if (typeof value === 'string') return invalidTextReason(value);
  for (const child of childrenOf(value)) {
    const fault = faultInSmall(child);
    if (fault) return fault;
  }
  return null;
}

const childrenOf = (value: unknown) =>
  Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
