import { graphql } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import { asRequestError, type Query } from '../../api/use-query.js';
import { say, sayFailure } from '../../kit/messages.js';
import { refusal } from '../../kit/notice.js';
import { counted } from '../../model/text.js';
import { keyOf } from './place.js';
import type { LoadedTag, Place, ShownTag } from './request.js';

const remove = graphql(`
  mutation RemoveTag($input: BatchRemoveTagsInput!) {
    batchRemoveTags(input: $input)
  }
`);

const needs = ['EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS', 'EDIT_ENTITY'];

/** Removes a tag from places: they leave the page at once, and come back when the service refuses. */
export async function removePlaces(query: Query<LoadedTag>, tag: ShownTag, places: readonly Place[]) {
  const before = query.data!;
  const gone = new Set(places.map(keyOf));
  const results = tag.associations.results.filter((place) => place.declared || !gone.has(keyOf(place)));
  const total = tag.associations.total - places.length;
  query.replace({ ...before, tag: { ...tag, associations: { ...tag.associations, total, results } } });
  const resources = places.map(({ entity: { urn }, fieldPath }) => ({
    resourceUrn: urn,
    ...(fieldPath !== null && { subResource: fieldPath, subResourceType: 'DATASET_FIELD' as const }),
  }));
  try {
    await request(remove, { input: { tagUrns: [tag.urn], resources } });
    say(`${tag.name} is removed from ${counted(places.length, 'place')}.`);
    query.reload();
  } catch (error) {
    query.replace(before);
    sayFailure(`${tag.name} stays where it was. ${refusal(asRequestError(error), needs)}`);
  }
}
