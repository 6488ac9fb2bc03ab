import { badRequest } from '../core/errors.js';
import { type ParsedUrn, parseUrn, quoted, readUrn } from '../core/urn.js';
import { findModel } from '../datahub/aspects/models.js';
import { isObject } from '../json/lossless-json.js';

/** The name of the key aspect, which has the parts of the URN. Deleting it deletes the entity. */
export const getKeyAspect = (entityType: string): string =>
  entityType === 'corpuser' ? 'corpUserKey' : `${entityType}Key`;

/** The fields of a key, in the order of the URN's parts. Custom models have one. */
function listFields(entityType: string): readonly string[] {
  const key = findModel(getKeyAspect(entityType));
  return key ? [...key.fields.keys()] : ['id'];
}

/** Returns null when the URN does not have one part for each field of the key. */
export function keyAspectValue({ type, parts }: ParsedUrn): Record<string, string> | null {
  const names = listFields(type);
  if (names.length !== parts.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, parts[index]!]));
}

/** Returns the URN of the entity that a key aspect belongs to. @throws BAD_REQUEST */
export function urnOfKey(entityType: string, key: unknown): ParsedUrn {
  const names = listFields(entityType);
  const parts = names.map((name) => {
    const value = isObject(key) && Object.hasOwn(key, name) ? key[name] : undefined;
    if (typeof value === 'string' && value !== '') {
      return names.length > 1 && readUrn(value) !== null ? value : encodedPart(value);
    }
    throw badRequest(
      `entityKeyAspect has no text ${name}; the key of a ${quoted(entityType)} has ${names.join(', ')}`,
    );
  });
  const id = parts.length === 1 ? parts[0] : `(${parts.join(',')})`;
  return parseUrn(`urn:li:${entityType}:${id}`, 'the URN of entityKeyAspect');
}

const encoded = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;

/** Returns a text as a part of a URN. */
export const encodedPart = (text: string): string => text.replace(/[,()]/g, encoded);

/** Returns a part of a URN as people read it. What is not percent-encoded UTF-8 stays; control characters are spaces. */
export const decodedPart = (part: string): string =>
  part.includes('%') ? part.replace(/(?:%[0-9A-F]{2})+/gi, decodedRun).replace(/\p{Cc}/gu, ' ') : part;

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run.replace(/%[0-7]./g, decodeURIComponent);
  }
}
