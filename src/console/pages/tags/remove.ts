import { graphql } from '../../../client/documents.js';
import { mutate } from '../../api/request.js';
import type { Query } from '../../api/use-query.js';
import { say } from '../../kit/messages.js';
import { optimistic } from '../../kit/optimistic.js';
import { counted } from '../../model/text.js';
import { placeKey } from './place.js';
import type { LoadedTag, Place, ShownTag } from './request.js';

const remove = graphql(`
  mutation RemoveTag($input: BatchRemoveTagsInput!) {
    batchRemoveTags(input: $input)
  }
`);

/** Removes a tag from places: they leave the page at once, and come back when the service refuses. */
export async function removePlaces(query: Query<LoadedTag>, tag: ShownTag, places: readonly Place[]) {
  const before = query.data!;
  const gone = new Set(places.map(placeKey));
  const results = tag.associations.results.filter((place) => place.declared || !gone.has(placeKey(place)));
  const total = tag.associations.total - places.length;
  const resources = places.map(({ entity: { urn }, fieldPath }) => ({
    resourceUrn: urn,
    ...(fieldPath !== null && { subResource: fieldPath, subResourceType: 'DATASET_FIELD' as const }),
  }));
  await optimistic({
    apply: () =>
      query.replace({ ...before, tag: { ...tag, associations: { ...tag.associations, total, results } } }),
    undo: () => query.replace(before),
    work: async () => {
      await mutate(remove, { input: { tagUrns: [tag.urn], resources } });
      say(`${tag.name} is removed from ${counted(places.length, 'place')}.`);
    },
    failure: `${tag.name} stays where it was.`,
    needs: places.every(({ fieldPath }) => fieldPath === null) ? 'EDIT_ENTITY_TAGS' : 'EDIT_DATASET_COL_TAGS',
  });
}
