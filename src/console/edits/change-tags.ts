import type { VariablesOf } from '../../client/documents.js';
import { addTags, removeTags } from '../../client/tag.js';
import { type RequestOptions, request } from '../api/request.js';
import type { ShownTag } from '../model/listed-entity.js';

/** An entity, or a column of one. */
export type Place = VariablesOf<typeof addTags>['input']['resources'][number];

export const columnPlace = (resourceUrn: string, subResource: string): Place => ({
  resourceUrn,
  subResource,
  subResourceType: 'DATASET_FIELD',
});

/** Places in one request at most: by default, the service takes no more. */
export const placesMax = 1_000;

/** Tags that are added or removed together. */
export interface TagStep {
  readonly verb: 'add' | 'remove';
  readonly tags: readonly ShownTag[];
}

/** Adds or removes tags. @throws RequestError; then nothing is changed */
export async function writeTags(
  { verb, tags }: TagStep,
  places: readonly Place[],
  options: Pick<RequestOptions, 'onCall'>,
): Promise<void> {
  const input = { resources: [...places], tagUrns: tags.map(({ urn }) => urn) };
  if (verb === 'add') await request(addTags, { input }, options);
  else await request(removeTags, { input }, options);
}

/** Returns the steps of an edit: nothing is lost between them if the second is refused. */
export const stepsOf = (edit: {
  readonly added: readonly ShownTag[];
  readonly removed: readonly ShownTag[];
}): readonly TagStep[] =>
  [
    { verb: 'add' as const, tags: edit.added },
    { verb: 'remove' as const, tags: edit.removed },
  ].filter(({ tags }) => tags.length > 0);

export const withTags = (tags: readonly ShownTag[], added: readonly ShownTag[]): readonly ShownTag[] => [
  ...tags,
  ...added.filter(({ urn }) => !tags.some((tag) => tag.urn === urn)),
];

const withoutTags = (tags: readonly ShownTag[], removed: readonly ShownTag[]): readonly ShownTag[] =>
  tags.filter(({ urn }) => !removed.some((tag) => tag.urn === urn));

/** Returns tags after an edit. */
export const edited = (
  tags: readonly ShownTag[],
  edit: { readonly added: readonly ShownTag[]; readonly removed: readonly ShownTag[] },
): readonly ShownTag[] => withTags(withoutTags(tags, edit.removed), edit.added);

/** Returns tags without what an edit did, and with what was done since. @param before the tags before the edit */
export const reverted = (
  tags: readonly ShownTag[],
  before: readonly ShownTag[],
  edit: { readonly added: readonly ShownTag[]; readonly removed: readonly ShownTag[] },
): readonly ShownTag[] =>
  edited(tags, {
    added: before.filter(({ urn }) => edit.removed.some((tag) => tag.urn === urn)),
    removed: withoutTags(edit.added, before),
  });
