import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { catalogFile, post } from '../catalog.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import type { Candidate } from '../process.js';
import { commonTag, datasetAt, rareTag, searchRows } from '../search-data.js';

/** A catalog of one size. */
interface Sized {
  readonly name: string;
  readonly size: number;
  readonly catalog: Candidate;
}

/** One request, or the few that belong together. @param n differs each time */
type Work = (of: Sized, n: number) => Promise<unknown>;

/** Works that may take at most twice as long at the last size as at the first. */
type Kind = 'flat' | 'reported';

const page = 'searchResults { entity { urn type } }';
const half = [{ and: [{ field: 'tags', values: [commonTag] }] }];
const rare = [{ and: [{ field: 'tags', values: [rareTag] }] }];
const everything = { types: ['DATASET'], query: '*', start: 0, count: 20 };

/** Asks and checks: a wrong answer is no measurement. */
async function ask({ catalog: { url, tokens } }: Sized, query: string, variables: object = {}) {
  const { data, errors } = await post(url, tokens[0]!, '/api/graphql', { query, variables });
  if (errors) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}

const search =
  (selection: string, input: object): Work =>
  (of) =>
    ask(
      of,
      `query($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { ${selection} } }`,
      {
        input: { ...everything, ...input },
      },
    );
const sorted = (field: string, sortOrder: string, start = 0) =>
  search(page, { start, sortInput: { sortCriteria: [{ field, sortOrder }] } });
const facets =
  (input: object): Work =>
  (of) =>
    ask(
      of,
      `query($input: AggregateAcrossEntitiesInput!) {
       aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }`,
      { input: { types: ['DATASET'], query: '*', ...input } },
    );
const listTags =
  (input: object): Work =>
  (of) =>
    ask(
      of,
      'query($input: ListTagsInput!) { listTags(input: $input) { total tags { urn usage { entities columns } } } }',
      {
        input: { count: 20, ...input },
      },
    );

const mutation = (name: string, type: string) => `mutation($input: ${type}!) { ${name}(input: $input) }`;
const any = ({ size }: Sized, n: number) => datasetAt((n * 7_919) % size);

const proposal = (entityUrn: string, aspectName: string, value: object) => ({
  entityType: 'dataset',
  entityUrn,
  changeType: 'UPSERT',
  aspectName,
  aspect: { contentType: 'application/json', value: JSON.stringify(value) },
});

async function get({ catalog: { url, tokens } }: Sized, path: string) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${tokens[0]}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const works: Readonly<Record<string, readonly [Kind, Work]>> = {
  'a dataset and its tags': [
    'flat',
    (of, n) =>
      ask(of, 'query($urn: String!) { dataset(urn: $urn) { name tags { tags { tag { urn name } } } } }', {
        urn: any(of, n),
      }),
  ],
  'GET /aspects/<urn>, globalTags': [
    'flat',
    (of, n) => get(of, `/aspects/${encodeURIComponent(any(of, n))}?aspect=globalTags&version=0`),
  ],
  'GET /openapi/v3/entity/dataset/<urn>': [
    'flat',
    (of, n) => get(of, `/openapi/v3/entity/dataset/${encodeURIComponent(any(of, n))}`),
  ],
  'addTag and removeTag': [
    'flat',
    async (of, n) => {
      const input = { tagUrn: 'urn:li:tag:t1', resourceUrn: any(of, n) };
      await ask(of, mutation('addTag', 'TagAssociationInput'), { input });
      await ask(of, mutation('removeTag', 'TagAssociationInput'), { input });
    },
  ],
  'addTag and removeTag of the tag of half': [
    'flat',
    async (of, n) => {
      const input = { tagUrn: commonTag, resourceUrn: datasetAt(((n * 7_919) % (of.size / 2)) * 2 + 1) };
      await ask(of, mutation('addTag', 'TagAssociationInput'), { input });
      await ask(of, mutation('removeTag', 'TagAssociationInput'), { input });
    },
  ],
  updateDescription: [
    'flat',
    (of, n) =>
      ask(of, mutation('updateDescription', 'DescriptionUpdateInput'), {
        input: { description: `Described ${n} times`, resourceUrn: any(of, n) },
      }),
  ],
  'ingest 100 aspects': [
    'flat',
    ({ catalog: { url, tokens }, size }, n) => {
      const proposals = Array.from({ length: 100 }, (_, index) =>
        proposal(datasetAt((n * 100 + index) % size), 'datasetProperties', {
          description: `Loaded ${n} times`,
        }),
      );
      return post(url, tokens[0]!, '/aspects?action=ingestProposalBatch', { proposals });
    },
  ],
  'soft-delete and reinstate a dataset': [
    'flat',
    async (of, n) => {
      for (const deleted of [true, false])
        await ask(of, mutation('batchUpdateSoftDeleted', 'BatchUpdateSoftDeletedInput'), {
          input: { urns: [any(of, n)], deleted },
        });
    },
  ],
  'createTag, addTag, deleteTag': [
    'flat',
    async (of, n) => {
      const tagUrn = await ask(of, mutation('createTag', 'CreateTagInput'), {
        input: { id: `made${n}`, name: `Made ${n}` },
      }).then(({ createTag }) => createTag);
      const input = { tagUrn, resourceUrn: any(of, n) };
      await ask(of, mutation('addTag', 'TagAssociationInput'), { input });
      await ask(of, 'mutation($urn: String!) { deleteTag(urn: $urn) }', { urn: tagUrn });
    },
  ],
  'create and revoke a token': [
    'flat',
    async (of) => {
      const input = {
        type: 'PERSONAL',
        actorUrn: 'urn:li:corpuser:admin',
        duration: 'ONE_MONTH',
        name: 'growth',
      };
      const { createAccessToken } = await ask(
        of,
        `mutation($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { metadata { id } } }`,
        { input },
      );
      await ask(of, 'mutation($id: String!) { revokeAccessToken(tokenId: $id) }', {
        id: createAccessToken.metadata.id,
      });
    },
  ],
  'create and remove a user': [
    'flat',
    async (of, n) => {
      const { createUser } = await ask(of, mutation('createUser', 'CreateUserInput'), {
        input: { id: `growth${n}`, displayName: `Growth ${n}` },
      });
      await ask(of, 'mutation($urn: String!) { removeUser(urn: $urn) }', { urn: createUser });
    },
  ],
  'first page of the console: total and the default facets': ['flat', facets({})],
  'total and page of everything': ['flat', search(`total ${page}`, {})],
  'total and page of the tag of half': ['flat', search(`total ${page}`, { orFilters: half })],
  'total and page of a tag of 400': ['flat', search(`total ${page}`, { orFilters: rare })],
  'the facet of tags over everything': ['flat', facets({ facets: ['tags'] })],
  'the facet of platforms over everything': ['flat', facets({ facets: ['platform'] })],
  'Tag.usage and associations.total of the tag of half': [
    'flat',
    (of) =>
      ask(
        of,
        `query($urn: String!) { tag(urn: $urn) { usage { entities columns } associations(count: 20) { total } } }`,
        { urn: commonTag },
      ),
  ],
  'listTags by name': ['flat', listTags({})],
  'listTags by entities': ['flat', listTags({ orderBy: 'ENTITIES', descending: true })],
  'listTags by columns': ['flat', listTags({ orderBy: 'COLUMNS', descending: true })],
  'everything by last change, newest first': ['flat', sorted('lastModifiedAt', 'DESCENDING')],
  'everything by last change, oldest first': ['flat', sorted('lastModifiedAt', 'ASCENDING')],
  'everything by name': ['flat', sorted('name', 'ASCENDING')],
  'everything by name, from 5,000': ['flat', sorted('name', 'ASCENDING', 5_000)],
  autoComplete: [
    'reported',
    (of) =>
      ask(of, 'query($input: AutoCompleteInput!) { autoComplete(input: $input) { suggestions } }', {
        input: { type: 'DATASET', query: 'w0001', limit: 10 },
      }),
  ],
  'a word of 100': ['reported', search(page, { query: 'w00012' })],
  'a word of one in 16': ['reported', search(page, { query: 'sales' })],
  'a word of one in 16, and its total': ['reported', search(`total ${page}`, { query: 'sales' })],
  'a word of all': ['reported', search(page, { query: 'loaded' })],
  'a word of all, and its total': ['reported', search(`total ${page}`, { query: 'loaded' })],
  'a part of names': ['reported', search(page, { query: '*w0001*' })],
  'the default facets of the tag of half': ['reported', facets({ orFilters: half })],
  'the default facets of a word of one in 16': ['reported', facets({ query: 'sales' })],
  'everything by last change, with the tag of half': [
    'reported',
    search(page, {
      orFilters: half,
      sortInput: { sortCriteria: [{ field: 'lastModifiedAt', sortOrder: 'DESCENDING' }] },
    }),
  ],
  'everything by the field of platforms': ['reported', sorted('platform', 'ASCENDING')],
  'POST /entities?action=search': [
    'reported',
    ({ catalog: { url, tokens } }) =>
      post(url, tokens[0]!, '/entities?action=search', {
        entity: 'dataset',
        input: 'sales',
        start: 0,
        count: 10,
      }),
  ],
  'GET /openapi/v3/entity/dataset, 100': [
    'reported',
    (of) => get(of, '/openapi/v3/entity/dataset?count=100'),
  ],
  'POST /entities?action=listUrns, 100': [
    'reported',
    ({ catalog: { url, tokens } }) =>
      post(url, tokens[0]!, '/entities?action=listUrns', { entity: 'dataset', start: 0, count: 100 }),
  ],
  listAccessTokens: [
    'reported',
    (of) => ask(of, '{ listAccessTokens(input: { start: 0, count: 20 }) { total tokens { id name } } }'),
  ],
  listUsers: [
    'reported',
    (of) => ask(of, '{ listUsers(input: { start: 0, count: 20 }) { total users { urn } } }'),
  ],
  auditEvents: [
    'reported',
    (of) => ask(of, '{ auditEvents(input: { count: 20 }) { total events { outcome } } }'),
  ],
  getIndexSizes: [
    'reported',
    ({ catalog: { url, tokens } }) => post(url, tokens[0]!, '/operations?action=getIndexSizes', {}),
  ],
};

/** A scroll over all that match, as ms for each 1,000 of them. */
const scroll = (count: number, orFilters?: object) => async (of: Sized) => {
  const begin = performance.now();
  let scrollId: string | null = null;
  let met = 0;
  do {
    const {
      scrollAcrossEntities: read,
    }: { scrollAcrossEntities: { nextScrollId: string | null; searchResults: unknown[] } } = await ask(
      of,
      `query($input: ScrollAcrossEntitiesInput!) {
           scrollAcrossEntities(input: $input) { nextScrollId searchResults { entity { urn } } } }`,
      { input: { types: ['DATASET'], query: '*', count, scrollId, ...(orFilters && { orFilters }) } },
    );
    met += read.searchResults.length;
    scrollId = read.nextScrollId;
  } while (scrollId);
  const expected = orFilters ? of.size / 2 : of.size;
  if (met !== expected) throw new Error(`a scroll met ${met} of ${expected} datasets`);
  return ((performance.now() - begin) / met) * 1_000;
};

const command =
  (environment: Environment, ...args: readonly string[]) =>
  async ({ name, size }: Sized) => {
    const file = join(environment.folder, 'growth-export');
    const begin = performance.now();
    await promisify(execFile)(
      process.execPath,
      [catalogFile, ...args.map((arg) => (arg === '<file>' ? file : arg))],
      { env: { ...process.env, DATABASE_URL: environment.url(name) }, maxBuffer: 2 ** 26 },
    );
    const ms = ((performance.now() - begin) / size) * 1_000;
    rmSync(file, { force: true });
    return ms;
  };

/** Tags of each catalog, whatever its size, so that lists of all tags show the growth of the datasets. */
const tagCount = 500;

/**
 * Every operation on catalogs of these sizes, in turns, and how much longer it takes in the last than in the first. Works
 * whose answer is as long as the catalog are given per 1,000 datasets.
 *
 * @param names only works whose names contain one of these texts
 */
export async function growth(
  environment: Environment,
  sizes: readonly number[],
  most: { readonly times: number; readonly ms: number },
  names: readonly string[],
): Promise<Row[]> {
  const isWanted = (work: string) => names.some((name) => work.includes(name));
  const all: Sized[] = [];
  for (const size of sizes) {
    const name = `growth_${size}`;
    all.push({ name, size, catalog: await environment.catalogOn(name, searchRows(size, tagCount)) });
  }
  const rows: Row[] = [];
  for (const [work, [kind, run]] of Object.entries(works)) {
    if (!isWanted(work)) continue;
    const measured = all.map(() => [] as number[]);
    const end = performance.now() + most.ms * all.length;
    for (let time = -3; time < most.times && (time < 3 || performance.now() < end); time += 1) {
      for (const [index, of] of all.entries()) {
        const begin = performance.now();
        await run(of, time + 3);
        // The first runs include compilation and plans.
        if (time >= 0) measured[index]!.push(performance.now() - begin);
      }
    }
    rows.push(toRow(work, kind, all, measured.map(median)));
  }
  const perThousand: Readonly<Record<string, readonly [Kind, (of: Sized) => Promise<number>]>> = {
    ...Object.fromEntries(
      [1_000, 5_000, 10_000].flatMap((count) => [
        [`a scroll over everything, ${count} a page`, ['flat', scroll(count)] as const],
        [`a scroll over the tag of half, ${count} a page`, ['flat', scroll(count, half)] as const],
      ]),
    ),
    'catalog export': ['reported', command(environment, 'export', '<file>')],
    'catalog reindex': ['reported', command(environment, 'reindex')],
    'catalog doctor': ['reported', command(environment, 'doctor')],
  };
  for (const [work, [kind, run]] of Object.entries(perThousand)) {
    if (!isWanted(work)) continue;
    const measured = all.map(() => [] as number[]);
    for (let time = 0; time < 3; time += 1)
      for (const [index, of] of all.entries())
        if (time === 0 || of.size < 500_000) measured[index]!.push(await run(of));
    rows.push(toRow(`${work}, per 1,000`, kind, all, measured.map(median)));
  }
  const deletion = 'deleteTag of the tag of half';
  if (isWanted(deletion)) {
    const deleted: number[] = [];
    for (const of of all) {
      const begin = performance.now();
      await ask(of, 'mutation($urn: String!) { deleteTag(urn: $urn) }', { urn: commonTag });
      deleted.push(performance.now() - begin);
    }
    rows.push(toRow(deletion, 'flat', all, deleted));
  }
  for (const { name } of all) await environment.stop(name);
  return rows;
}

function toRow(work: string, kind: Kind, all: readonly Sized[], ms: readonly number[]): Row {
  const grew = ms.at(-1)! / ms[0]!;
  return {
    work,
    ...Object.fromEntries(
      all.map(({ size }, index) => [`ms at ${size.toLocaleString('en')}`, ms[index]!.toFixed(1)]),
    ),
    growth: `${grew.toFixed(2)} ×`,
    'at most 2 ×': kind === 'reported' ? '' : grew <= 2 ? 'met' : 'missed',
  };
}
