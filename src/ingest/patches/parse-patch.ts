import { z } from 'zod';
import { badRequest } from '../../core/errors.js';
import { toMap } from '../../core/to-map.js';
import { defaultArrayKeys } from '../../datahub/array-keys.js';
import { boundedArray, tryParse } from '../../input/bounded-input.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import { problems } from '../validate.js';
import type { ArrayKeys } from './json-patch/array-keys.js';
import { isPointer, type PatchOperation } from './json-patch/json-patch.js';

/** Operations that one patch may have. */
const operationsMax = 10_000;

/** Characters of a path. A path of megabytes has millions of tokens, which are created in one step. */
export const pathMax = 65_536;

const keysByAspect = toMap(defaultArrayKeys);

const path = z
  .string()
  .refine((text) => text.length <= pathMax, { error: `is longer than ${pathMax} characters`, abort: true })
  .refine(isPointer, 'is not a JSON pointer');
const value = z.unknown().refine((given) => given !== undefined, 'is required');
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.enum(['add', 'replace', 'test']), path, value }),
  z.object({ op: z.enum(['move', 'copy']), path, from: path }),
  z.object({ op: z.literal('remove'), path }),
]);
/** Arrays of a document that a patch may name keys for, and members of one key. */
const [arraysMax, keysMax] = [1_000, 100];
const arrayKeys = z
  .custom<Json>((given) => isObject(given) && Object.keys(given).length <= arraysMax, {
    error: `must be an object of at most ${arraysMax} members`,
  })
  .pipe(z.record(z.string(), boundedArray(z.string(), keysMax)));
/** DataHub's envelope of an RFC 6902 patch, with the keys of the document's arrays. */
const envelope = z.object({
  patch: boundedArray(operation, operationsMax),
  arrayPrimaryKeys: arrayKeys.nullish(),
});

export interface Patch {
  readonly operations: readonly PatchOperation[];
  readonly keys: ArrayKeys;
  /** The document is not converted between consecutive patches of the same kind. */
  readonly kind: string;
}

/** Returns the number of operations of a patch, valid or not. */
export function countOperations(patchValue: unknown): number {
  const operations = isObject(patchValue) ? patchValue.patch : patchValue;
  return Array.isArray(operations) ? operations.length : 0;
}

/** @throws BAD_REQUEST */
export function parsePatch(aspectName: string, patchValue: unknown): Patch {
  const given = Array.isArray(patchValue) ? { patch: patchValue } : patchValue;
  const parsed = tryParse(envelope, given);
  if (!parsed.success) {
    throw badRequest(`the patch of ${aspectName} is not RFC 6902: ${problems(parsed.error.issues, given)}`);
  }
  const { patch, arrayPrimaryKeys } = parsed.data;
  if (aspectName === 'schemaMetadata' && patch.some((step) => step.path.startsWith(noColumns)))
    throw wrongColumns();
  const isWhole = patch.some((step) => step.path === '' || ('from' in step && step.from === ''));
  return {
    operations: patch,
    keys: { ...keysByAspect.get(aspectName), ...arrayPrimaryKeys },
    kind: isWhole ? 'whole' : JSON.stringify(arrayPrimaryKeys ?? null),
  };
}

/** The member in paths of `for_field(…, editable=False)` of DataHub's patch builder, which no model has. */
const noColumns = '/schemaFieldInfo/';

const wrongColumns = () =>
  badRequest(
    `the patch of schemaMetadata has paths below ${noColumns}; the columns are below /fields/, and what people edit is in ` +
      'editableSchemaMetadata (for_field with editable=True)',
  );
