import { randomBytes } from 'node:crypto';
import type { Request } from 'autocannon';
import { newTokenText } from '../src/access-tokens/token-format.js';
import { datasetUrn } from './data.js';
import { datasetAt } from './search-data.js';

export type RequestKind =
  | 'view'
  | 'tags'
  | 'list'
  | 'sizes'
  | 'junk'
  | 'texts'
  | 'tagged'
  | 'words'
  | 'facets'
  | 'reads';

/** The tags of a dataset. */
export const view =
  'query($urn: String!) { dataset(urn: $urn) { urn tags { tags { tag { urn name properties { name description colorHex } } } } } }';
const list = `{ listAccessTokens(input: {start: 0, count: 20, filters: [
  {field: "ownerUrn", values: ["urn:li:corpuser:admin"]}]}) { total tokens { id name } } }`;
const searchPage = `query($input: SearchAcrossEntitiesInput!) {
  searchAcrossEntities(input: $input) { searchResults { entity { urn type } } } }`;
const facetsOfAll = `query($input: AggregateAcrossEntitiesInput!) {
  aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }`;
const mutation = (name: string) =>
  `mutation($input: ${name === 'addTags' ? 'AddTagsInput!' : 'TagAssociationInput!'}) { ${name}(input: $input) }`;
const [addTags, removeTag] = [mutation('addTags'), mutation('removeTag')];

const random = (below: number) => Math.floor(Math.random() * below);

/** Number of different requests per run. Autocannon builds them within the measured time, about 15 µs each. */
const total = {
  view: 8_000,
  tags: 4_000,
  list: 1,
  sizes: 1,
  junk: 8_000,
  texts: 128_000,
  tagged: 800,
  words: 800,
  facets: 1,
  reads: 4_000,
};

/** The requests that one connection repeats. */
export function createRequests(
  kind: RequestKind,
  { datasets, connections }: { datasets: number; connections: number },
  token: string | undefined,
): Request[] {
  const urn = () => datasetUrn(random(datasets));
  const graphql = (query: string, variables: object = {}, bearer = token): Request => ({
    method: 'POST',
    path: '/api/graphql',
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const junk = () => newTokenText(randomBytes(12), randomBytes(20)).text;
  const make: Record<RequestKind, (index: number) => Request[]> = {
    view: () => [graphql(view, { urn: urn() })],
    tags: () => {
      const [resourceUrn, tagUrn] = [urn(), `urn:li:tag:extra${random(100)}`];
      return [
        graphql(addTags, { input: { tagUrns: [tagUrn], resourceUrn } }),
        graphql(removeTag, { input: { tagUrn, resourceUrn } }),
      ];
    },
    list: () => [graphql(list)],
    sizes: () => [{ ...graphql(''), path: '/gms/operations?action=getIndexSizes', body: '{}' }],
    junk: () => [graphql(view, { urn: urn() }, junk())],
    tagged: () => {
      const orFilters = [{ and: [{ field: 'tags', values: [`urn:li:tag:t${random(100)}`] }] }];
      return [graphql(searchPage, { input: { types: ['DATASET'], query: '*', count: 10, orFilters } })];
    },
    words: () => {
      const query = `w${String(random(50)).padStart(5, '0')}`;
      return [graphql(searchPage, { input: { types: ['DATASET'], query, count: 10 } })];
    },
    facets: () => [graphql(facetsOfAll, { input: { types: ['DATASET'], query: '*' } })],
    reads: () => [graphql(view, { urn: datasetAt(random(datasets)) })],
    texts: (index) => [graphql(`# ${index} ${random(2 ** 31)}\n${view}`, { urn: urn() })],
  };
  const length = Math.ceil(total[kind] / connections);
  return Array.from({ length }, (_, index) => make[kind](index)).flat();
}
