import { proposal } from '../support/aspects.js';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import type { Stage } from './stage.js';

/** A dataset and a tag of one order. */
export interface Things {
  readonly dataset: string;
  readonly tag: string;
  readonly tagId: string;
}

let made = 0;

/** Makes and reads datasets and tags. */
export function things({ as }: Pick<Stage, 'as'>) {
  async function ask(document: string, variables: object) {
    const { body } = await as().graphql(document, { ...variables });
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }

  return {
    ask,

    async prepare(): Promise<Things> {
      made += 1;
      const [dataset, tagId] = [datasetUrn(`made-${made}`), `made-${made}`];
      const proposals = [
        proposal(dataset, 'status', { removed: false }),
        proposal(tagUrn(tagId), 'tagProperties', { name: tagId }),
      ];
      const { status, body } = await as().post('/aspects?action=ingestProposalBatch', { proposals });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return { dataset, tag: tagUrn(tagId), tagId };
    },

    /** Where the tag is: `here`, on the dataset. */
    async readTags({ dataset, tag }: Things): Promise<string[]> {
      const { tag: found } = await ask(
        'query ($tag: String!) { tag(urn: $tag) { associations { results { entity { urn } } } } }',
        { tag },
      );
      const { dataset: seen } = await ask(
        'query ($dataset: String!) { dataset(urn: $dataset) { tags { tags { tag { urn } } } } }',
        { dataset },
      );
      const onDataset = (seen?.tags?.tags ?? []).length;
      const places: string[] = found.associations.results.map((place: { entity: { urn: string } }) =>
        place.entity.urn === dataset ? 'here' : 'elsewhere',
      );
      return onDataset === places.length ? places : [...places, `but ${onDataset} on the dataset`];
    },

    async exists(tag: string): Promise<boolean> {
      return (await ask('query ($tag: String!) { tag(urn: $tag) { urn } }', { tag })).tag !== null;
    },
  };
}
