import { isObject, type Json } from '../json/lossless-json.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import { type Category, type Change, maxDetailBytes } from './change.js';

/** What people edit: an element that an aspect lists, or a whole aspect. */
export type Element = Readonly<Json> | string;

/** What an aspect lists, such as the owners in `ownership`. */
export interface Listed {
  readonly category: Category;
  /** The member with the elements. */
  readonly list: string;
  /** The member of an element that names what it is about; null: the element is that name. */
  readonly member: string | null;
  /** The member that the history shows beside it, the first that there is. */
  readonly shown: readonly string[];
}

/** The aspects whose elements the history follows one by one, beside tags. */
export const listedAspects = {
  glossaryTerms: { category: 'GLOSSARY_TERM', list: 'terms', member: 'urn', shown: [] },
  ownership: { category: 'OWNER', list: 'owners', member: 'owner', shown: ['typeUrn', 'type'] },
  institutionalMemory: { category: 'DOCUMENTATION', list: 'elements', member: 'url', shown: ['description'] },
  domains: { category: 'DOMAIN', list: 'domains', member: null, shown: [] },
} as const satisfies Readonly<Record<string, Listed>>;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** How the history names an element. */
export interface Named {
  readonly modifier: string | null;
  readonly text: string | null;
}

/** Returns null for an aspect that deprecates nothing. */
export const nameDeprecation = (aspect: Readonly<Json>): Named | null =>
  aspect.deprecated === true ? { modifier: null, text: text(aspect.note) ?? 'DEPRECATED' } : null;

/** Returns null for an element that the history does not follow. */
export function nameElement(
  { member, shown }: Listed,
  element: unknown,
): (Named & { readonly element: Element }) | null {
  if (typeof element === 'string' && member === null)
    return element === '' ? null : { modifier: element, text: null, element };
  if (member === null || !isObject(element)) return null;
  const modifier = text(element[member]);
  if (modifier === null) return null;
  const shownText = shown.map((name) => text(element[name])).find((found) => found !== null) ?? null;
  return { modifier, text: shownText, element };
}

/** The aspects whose elements people edit, beside tags. Of a column, these are its terms. */
export const editedElementAspects: readonly (string | null)[] = [
  ...Object.keys(listedAspects),
  'deprecation',
  'editableSchemaMetadata',
];

/** Returns what undo restores of something that is not there any longer. */
export function* writeGone(
  aspect: string,
  gone: { readonly element?: Element } | undefined,
): Steps<Pick<Change, 'detail' | 'isCut'>> {
  if (gone?.element === undefined || !editedElementAspects.includes(aspect)) return {};
  const detail = yield* stringifyInSteps(gone.element);
  return Buffer.byteLength(detail) > maxDetailBytes ? { isCut: true } : { detail };
}
