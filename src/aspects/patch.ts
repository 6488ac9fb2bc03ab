import { applyPatch, type Operation } from 'rfc6902';
import { z } from 'zod';
import { badRequest } from '../domain/errors.js';
import {
  type ArrayKeys,
  defaultArrayKeys,
  fromMaps,
  type Json,
  lenient,
  tokensOf,
  toMaps,
} from '../domain/json-patch.js';
import { quoted } from '../domain/urn.js';

const operation = z.object({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string(),
  from: z.string().optional(),
  value: z.unknown(),
});

/** An RFC 6902 document, or DataHub's envelope of one with the keys of its arrays. */
const document = z.union([
  z.array(operation).transform((patch) => ({ patch, arrayPrimaryKeys: {} as ArrayKeys })),
  z.object({
    patch: z.array(operation),
    arrayPrimaryKeys: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  }),
]);

/** A patch of an aspect, ready to be applied to its value. @throws BAD_REQUEST */
export function parsePatch(aspectName: string, value: unknown): (current: Json) => Json {
  const parsed = document.safeParse(value);
  if (!parsed.success) {
    throw badRequest(`the patch of ${aspectName} is not RFC 6902: ${z.prettifyError(parsed.error)}`);
  }
  const { patch, arrayPrimaryKeys } = parsed.data;
  const keys = { ...defaultArrayKeys[aspectName], ...arrayPrimaryKeys };
  for (const { path, from = '' } of patch) {
    for (const pointer of [path, from]) {
      if (!tokensOf(pointer))
        throw badRequest(`the patch of ${aspectName} has an invalid path ${quoted(pointer)}`);
    }
  }
  return (current) => {
    const maps = toMaps(structuredClone(current), keys) as Json;
    for (const step of patch) {
      for (const exact of lenient(maps, step, tokensOf(step.path)!)) {
        const [error] = applyPatch(maps, [structuredClone(exact) as Operation]);
        if (error)
          throw badRequest(
            `the patch of ${aspectName} fails at ${step.op} ${quoted(step.path)}: ${error.message}`,
          );
      }
    }
    return fromMaps(maps, keys) as Json;
  };
}
