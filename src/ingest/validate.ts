import type { Aspect } from '../aspects/aspect.js';
import { clientIssues } from '../aspects/client-issues.js';
import { findLongPath } from '../columns/input.js';
import { CatalogError } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { formatIssues, type Issue } from '../input/invalid-input.js';
import { isObject, type Json, maxDepth } from '../json/lossless-json.js';
import { DuplicateMember, parseInputInSteps, TooDeep } from '../json/lossless-json-parser.js';
import { isLarge, type Steps } from '../scheduling/steps.js';
import { checkShape } from './shape.js';

/** An aspect of entities of a type. */
export interface NamedAspect {
  readonly entityType: string;
  readonly aspectName: string;
  /** Null for ordinary metadata. */
  readonly definition: Aspect | null;
}

/** @throws INVALID_ASPECT */
export function* checkAspect(
  { entityType, aspectName, definition }: NamedAspect,
  value: unknown,
): Steps<Json> {
  if (!isObject(value)) throw invalid(aspectName, 'must be a JSON object');
  if (definition) {
    const { model, entityTypes } = definition;
    if (entityTypes && !entityTypes.includes(entityType))
      throw invalid(aspectName, `is about a ${entityTypes.join(' or a ')}, not about a ${entityType}`);
    const issues = yield* checkShape(model, value);
    if (issues.length > 0) throw invalid(aspectName, problems(issues, value));
  }
  const longPath = yield* findLongPath(aspectName, value);
  if (longPath) throw invalid(aspectName, longPath);
  return value;
}

/** Checks the result of a patch, which DataHub's clients must be able to read. @throws INVALID_ASPECT */
export function* checkReadable(aspectName: string, value: Json): Steps<void> {
  const issues = yield* clientIssues(aspectName, value);
  if (issues.length > 0) throw invalid(aspectName, problems(issues, value));
}

export const invalid = (aspectName: string, why: string) =>
  new CatalogError('INVALID_ASPECT', `the aspect ${aspectName} does not fit its model: ${why}`);

export const problems = (issues: readonly Issue[], value: unknown): string =>
  formatIssues(issues, value, 'value');

/** Rejects texts that cannot be stored. @throws INVALID_ASPECT */
export function* checkTexts(aspectName: string, value: unknown): Steps<void> {
  const reason = yield* reasonInSteps(value);
  if (reason) throw invalid(aspectName, reason);
}

/** @throws INVALID_ASPECT */
export function* parseAspectText(aspectName: string, text: string): Steps<unknown> {
  const value = yield* parse(aspectName, text);
  // Strings without escapes have no character that the text does not have.
  const mayBeInvalid = text.includes('\\u') || invalidTextReason(text) !== null;
  if (mayBeInvalid) yield* checkTexts(aspectName, value);
  return value;
}

function* parse(aspectName: string, text: string): Steps<unknown> {
  try {
    return yield* parseInputInSteps(text);
  } catch (error) {
    if (error instanceof TooDeep) throw invalid(aspectName, `is nested more than ${maxDepth} levels deep`);
    if (error instanceof DuplicateMember) throw invalid(aspectName, error.message);
    throw invalid(aspectName, `is not JSON: ${(error as Error).message}`);
  }
}

/** Returns why a string in the value is invalid text, or null. */
function* reasonInSteps(value: unknown): Steps<string | null> {
  yield;
  if (!isLarge(value)) return reasonIn(value);
  for (const child of listChildren(value)) {
    const reason = yield* reasonInSteps(child);
    if (reason) return reason;
  }
  return null;
}

function reasonIn(value: unknown): string | null {
  if (typeof value === 'string') return invalidTextReason(value);
  for (const child of listChildren(value)) {
    const reason = reasonIn(child);
    if (reason) return reason;
  }
  return null;
}

const listChildren = (value: unknown) =>
  Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
