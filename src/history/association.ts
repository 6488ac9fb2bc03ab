import { isObject, type Json } from '../json/lossless-json.js';
import { parseLossless } from '../json/lossless-json-parser.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import { type Change, editedTagAspects, maxDetailBytes } from './change.js';
import type { Fact } from './facts.js';

/** Returns what is recorded of the association of a tag that only its aspect has, so that events can tell its members. */
export function* writeAssociation(
  aspect: string,
  { element }: Fact,
): Steps<Pick<Change, 'detail' | 'isCut'>> {
  if (!isObject(element) || editedTagAspects.includes(aspect)) return {};
  const { tag, ...body } = element;
  if (Object.keys(body).length === 0) return {};
  const detail = yield* stringifyInSteps([{ body }]);
  return Buffer.byteLength(detail) > maxDetailBytes ? { isCut: true } : { detail };
}

/** Returns the recorded members of the association of a tag, of several the first one; null: there are none. */
export function readAssociation({ detail }: Pick<Change, 'detail'>): Readonly<Json> | null {
  const [first] = detail ? (parseLossless(detail) as readonly Json[]) : [];
  return isObject(first?.body) ? first.body : null;
}
