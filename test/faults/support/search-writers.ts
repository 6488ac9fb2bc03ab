import { randomInt } from 'node:crypto';
import { readWarnings } from '../../../src/client/warnings.js';
import type { Database } from '../../../src/db/database.js';
import { batchUrl, deletion, ingestUrl, proposal } from '../../support/aspects.js';
import { aspect, datasetUrn, field, tagUrn, writeAspects } from '../../support/metadata.js';
import { type Client, isDone, type Reply } from './client.js';
import type { Write } from './ledger.js';

export const pickOne = <T>(from: readonly T[]): T => from[randomInt(from.length)]!;

/** The tag that all standing datasets carry, and that no writer removes. */
export const commonTag = tagUrn('common');
/** Tags that the writers add and remove. */
export const changingTags = ['blue', 'green', 'red', 'pii', 'gold', 'old'].map(tagUrn);
const columns = ['id', 'mail', 'orderDate'];

const tagged = (tags: readonly string[]) => ({ tags: [...new Set(tags)].map((tag) => ({ tag })) });
const schema = () => ({
  ...{ schemaName: 'x', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
  platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
  fields: columns.map((path) =>
    field(path, randomInt(2) ? { globalTags: tagged([pickOne(changingTags)]) } : {}),
  ),
});
const properties = () => ({
  name: `${pickOne(['orders', 'customers', 'stock'])} ${randomInt(1_000)}`,
  description: pickOne(['of a day', 'raw', 'for the team']),
});

const createAspects = (urn: string, ...tags: string[]) => [
  aspect(urn, 'datasetProperties', properties()),
  aspect(urn, 'globalTags', tagged([...tags, pickOne(changingTags)])),
  aspect(urn, 'schemaMetadata', schema()),
];

/** Proposals that make a standing dataset. */
export const standingDataset = (urn: string) =>
  createAspects(urn, commonTag).map(({ name, value }) => proposal(urn, name, value));
const passingDataset = (urn: string) =>
  createAspects(urn).map(({ name, value }) => proposal(urn, name, value));

/** Writes standing datasets into a database. */
export async function writeStanding(db: Database, urns: readonly string[]): Promise<void> {
  for (let from = 0; from < urns.length; from += 250) {
    const aspects = urns.slice(from, from + 250).flatMap((urn) => createAspects(urn, commonTag));
    await writeAspects(db, aspects, { time: 1, actor: 'urn:li:corpuser:ann' });
  }
}

export interface SearchWriters {
  readonly writers: readonly Write[];
  /** The datasets that the writers have made and not deleted; true: soft-deleted. */
  readonly passing: ReadonlyMap<string, boolean>;
}

const mutate = (to: Client, name: string, type: string, input: object) =>
  to.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) }`, { input });
const ingest = (to: Client, one: object) => to.post(ingestUrl, { proposal: one });
const association = (resourceUrn: string, tag: string, column?: string) => ({
  ...{ resourceUrn, tagUrn: tag },
  ...(column && { subResource: column, subResourceType: 'DATASET_FIELD' }),
});

/** Writers that change everything that searches use: tags, names, columns, states, and whole entities. */
export function searchWriters(standing: readonly string[], count: number): SearchWriters {
  const passing = new Map<string, boolean>();
  const tagStanding = (name: 'addTag' | 'removeTag', column?: string) => (to: Client) =>
    mutate(to, name, 'TagAssociationInput', association(pickOne(standing), pickOne(changingTags), column));
  const onStanding: Write[] = [
    tagStanding('addTag'),
    tagStanding('removeTag'),
    (to) => tagStanding('addTag', pickOne(columns))(to),
    (to) => tagStanding('removeTag', pickOne(columns))(to),
    (to) => ingest(to, proposal(pickOne(standing), 'datasetProperties', properties())),
    (to) => ingest(to, proposal(pickOne(standing), 'schemaMetadata', schema())),
    (to) =>
      to.post(batchUrl, {
        proposals: Array.from({ length: 4 }, () =>
          proposal(pickOne(standing), 'datasetProperties', properties()),
        ),
      }),
    (to) => ingest(to, deletion(pickOne(standing), 'datasetProperties')),
  ];

  /** Makes a dataset and a tag, changes them, and deletes both; then the next ones. */
  function writer(index: number): Write {
    let [made, step] = [0, 0];
    const dataset = () => datasetUrn(`passing.of_${index}_${made}`);
    const tagId = () => `passing_${index}_${made}`;
    const status = (removed: boolean) => async (to: Client) =>
      noted(await ingest(to, proposal(dataset(), 'status', { removed })), removed);
    function noted(reply: Reply, removed: boolean | null) {
      if (isDone(reply) && removed === null) passing.delete(dataset());
      else if (isDone(reply)) passing.set(dataset(), removed!);
      return reply;
    }
    const life: Write[] = [
      async (to) => noted(await to.post(batchUrl, { proposals: passingDataset(dataset()) }), false),
      (to) => mutate(to, 'createTag', 'CreateTagInput', { id: tagId(), name: `Passing ${index}` }),
      (to) => mutate(to, 'addTag', 'TagAssociationInput', association(pickOne(standing), tagUrn(tagId()))),
      (to) => mutate(to, 'addTag', 'TagAssociationInput', association(dataset(), tagUrn(tagId()), 'mail')),
      status(true),
      (to) =>
        to.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', {
          urn: tagUrn(tagId()),
        }),
      status(false),
      async (to) => noted(await to.post('/entities?action=delete', { urn: dataset() }), null),
    ];
    return async (to) => {
      if (randomInt(2) === 0) return pickOne(onStanding)(to);
      const current = life[step]!;
      try {
        const reply = await current(to);
        step += 1;
        if (step === life.length) [made, step] = [made + 1, 0];
        return reply;
      } catch (error) {
        // Whether it is done is not known.
        [made, step] = [made + 1, 0];
        throw error;
      }
    };
  }

  return { writers: Array.from({ length: count }, (_, index) => writer(index)), passing };
}

/** A client that sends each request to one of several processes, of which the list may change. */
export const toOneAtRandom = (live: readonly Client[]): Client => ({
  url: 'any',
  graphql: async (query, variables) => pickOne(live).graphql(query, variables),
  post: async (path, body) => pickOne(live).post(path, body),
});

export interface Found {
  readonly urns: string[];
  readonly total: number;
  /** The warning that search is incomplete. */
  readonly incomplete: string | null;
}

/** Searches datasets. @param input of searchAcrossEntities, with changes */
export async function found(from: Client, input: object, selection = 'total'): Promise<Found> {
  const { status, body, headers } = await from.graphql(
    `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
       ${selection} searchResults { entity { urn } } } }`,
    { input: { types: ['DATASET'], query: '*', start: 0, count: 100, ...input } },
  );
  if (status !== 200 || body.errors) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { total, searchResults } = body.data.searchAcrossEntities;
  const [incomplete = null] = readWarnings(headers).filter((text) => text.startsWith('search is incomplete'));
  return { total, urns: listUrns(searchResults), incomplete };
}

/** Returns the URNs of all pages. Each page is asked from any process. */
export async function scrolled(from: Client, input: object): Promise<string[]> {
  const urns: string[] = [];
  let scrollId: string | null = null;
  do {
    const { status, body } = await from.graphql(
      `query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) {
         nextScrollId searchResults { entity { urn } } } }`,
      { input: { types: ['DATASET'], query: '*', ...input, ...(scrollId && { scrollId }) } },
    );
    if (status !== 200 || body.errors) throw new Error(`${status} ${JSON.stringify(body)}`);
    const page = body.data.scrollAcrossEntities;
    urns.push(...listUrns(page.searchResults));
    scrollId = page.nextScrollId;
  } while (scrollId !== null);
  return urns;
}

const listUrns = (results: readonly { entity: { urn: string } }[]) => results.map(({ entity }) => entity.urn);

/** A filter of one tag. */
export const withTag = (tag: string) => ({
  orFilters: [{ and: [{ field: 'tags', values: [tag], condition: 'EQUAL' }] }],
});
