import pg from 'pg';
import { post } from '../catalog.js';
import type { Environment } from '../environment.js';
import { latencies, type Row, runInTurns, toRows } from '../measure.js';
import { type Candidate, residentMb } from '../process.js';
import { commonTag, otherTag, rareTag, searchRows } from '../search-data.js';

type Ask = () => Promise<unknown>;

const one = (values: unknown) => [{ and: [values] }];
const tagged = (tag: string) => one({ field: 'tags', values: [tag] });
const searchDocument = (selection: string) =>
  `query($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { ${selection} } }`;
const page = 'searchResults { entity { urn type } }';
const scrollDocument = `query($input: ScrollAcrossEntitiesInput!) {
  scrollAcrossEntities(input: $input) { nextScrollId searchResults { entity { urn } } } }`;
const facetDocument = `query($input: AggregateAcrossEntitiesInput!) {
  aggregateAcrossEntities(input: $input) { facets { field aggregations { value count } } } }`;
const autoCompleteDocument =
  'query($input: AutoCompleteInput!) { autoComplete(input: $input) { suggestions entities { urn } } }';

/** Asks and checks: a wrong answer is no measurement. */
async function ask({ url, tokens }: Candidate, query: string, input: object) {
  const { data, errors } = await post(url, tokens[0]!, '/api/graphql', { query, variables: { input } });
  if (errors) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}

const searches =
  (catalog: Candidate, selection: string, input: object): Ask =>
  async () => {
    const { searchAcrossEntities: found } = await ask(catalog, searchDocument(selection), {
      types: ['DATASET'],
      query: '*',
      start: 0,
      count: 10,
      ...input,
    });
    if (found.searchResults?.length === 0) throw new Error(`nothing was found: ${JSON.stringify(input)}`);
  };

/** W8 to W11 on catalogs of these sizes: what takes how long alone, and pages and scrolls beside hand-written ones. */
export async function search(
  environment: Environment,
  sizes: readonly number[],
  times: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) {
    const name = `search_${size}`;
    const catalog = await environment.catalogOn(name, searchRows(size));
    const database = new pg.Client({ connectionString: environment.url(name) });
    await database.connect();
    rows.push(...(await alone(catalog, database, size, times)));
    const bare = await environment.candidate('b4-search', { DATABASE_URL: environment.url(name) });
    rows.push(await scrolls([catalog, bare], size, Math.max(3, Math.floor(times / 20))));
    const run = { kind: 'tagged', connections: 32 } as const;
    const results = await runInTurns([catalog, bare], environment.plan, run);
    rows.push(
      ...toRows('W8 a page by a tag', 32, results).map((row) => ({
        work: `${row.work}, 32 connections: ${row.candidate}`,
        datasets: size,
        ms: row.p50!,
        beside: `${row['per second']}/s, p99 ${row.p99} ms, ${row.failed} failed`,
        ratio: row['catalog is']!,
      })),
    );
    await database.end();
    await environment.stop('b4-search');
    await environment.stop(name);
  }
  return rows;
}

/** Works at one connection, each in turn with the hand-written query for the same answer. */
async function alone(catalog: Candidate, database: pg.Client, size: number, times: number): Promise<Row[]> {
  const sql =
    (text: string, ...values: unknown[]): Ask =>
    () =>
      database.query({ name: text.slice(0, 60) + values.length, text, values });
  const pageByTag = `SELECT entity_urn FROM tagged_entities WHERE tag_urn = $1 AND NOT removed AND type = 'dataset'
    ORDER BY 1 LIMIT 10`;
  const countByTag = `SELECT count(*) FROM tagged_entities WHERE tag_urn = $1 AND NOT removed AND type = 'dataset'`;
  const byWords = `SELECT urn, ts_rank(words, q) AS score FROM search_documents, to_tsquery('simple', $1) q
    WHERE words @@ q AND NOT removed AND type = 'dataset' ORDER BY score DESC, urn LIMIT 10`;
  const byPart = `SELECT urn FROM search_documents WHERE names LIKE $1 AND NOT removed AND type = 'dataset'
    ORDER BY urn LIMIT 10`;
  const facet = `SELECT platform, count(*) FROM search_documents WHERE NOT removed AND type = 'dataset'
    GROUP BY 1 ORDER BY 2 DESC LIMIT 20`;
  const works: Readonly<Record<string, readonly [Ask, Ask | null]>> = {
    'W8 a page by a tag of 400': [
      searches(catalog, page, { orFilters: tagged(rareTag) }),
      sql(pageByTag, rareTag),
    ],
    'W8 a page by the tag of half': [
      searches(catalog, page, { orFilters: tagged(commonTag) }),
      sql(pageByTag, commonTag),
    ],
    'W8 with its total, a tag of 400': [
      searches(catalog, `total ${page}`, { orFilters: tagged(rareTag) }),
      sql(countByTag, rareTag),
    ],
    'W8 with its total, the tag of half': [
      searches(catalog, `total ${page}`, { orFilters: tagged(commonTag) }),
      sql(countByTag, commonTag),
    ],
    'W9 a word of 100': [searches(catalog, page, { query: 'w00012' }), sql(byWords, 'w00012:*')],
    'W9 a prefix of 1,000': [searches(catalog, page, { query: 'w0001' }), sql(byWords, 'w0001:*')],
    'W9 two words': [searches(catalog, page, { query: 'sales w0001' }), sql(byWords, 'sales:* & w0001:*')],
    'W9 a part of names, *x*, of 1,000': [
      searches(catalog, page, { query: '*w0001*' }),
      sql(byPart, '%w0001%'),
    ],
    'W9 a word of one in 16': [searches(catalog, page, { query: 'sales' }), sql(byWords, 'sales:*')],
    'W9 a word of one in 20, and its total': [
      searches(catalog, `total ${page}`, { query: 'refunds' }),
      sql(byWords, 'refunds:*'),
    ],
    'W9 a word of all': [searches(catalog, page, { query: 'night' }), sql(byWords, 'night:*')],
    'W9 a word of all, and its estimated total': [
      searches(catalog, `total ${page}`, { query: 'night', searchFlags: { estimateTotal: true } }),
      sql(byWords, 'night:*'),
    ],
    'W9 autoComplete': [
      () => ask(catalog, autoCompleteDocument, { type: 'DATASET', query: 'w0001', limit: 10 }),
      null,
    ],
    'W10 one facet over all': [
      () => ask(catalog, facetDocument, { types: ['DATASET'], query: '*', facets: ['platform'] }),
      sql(facet),
    ],
    'W10 the facet of tags over all': [
      () => ask(catalog, facetDocument, { types: ['DATASET'], query: '*', facets: ['tags'] }),
      null,
    ],
    'W10 the default facets over all': [
      () => ask(catalog, facetDocument, { types: ['DATASET'], query: '*' }),
      null,
    ],
    'W10 the default facets of a tag of 500': [
      () => ask(catalog, facetDocument, { types: ['DATASET'], query: '*', orFilters: tagged(otherTag) }),
      null,
    ],
  };
  const rows: Row[] = [];
  for (const [work, [ours, theirs]] of Object.entries(works)) {
    const rounds = work.startsWith('W10') ? Math.max(3, Math.floor(times / 10)) : times;
    const measured = await latencies({ ours, ...(theirs && { theirs }) }, rounds);
    rows.push(toRow(work, size, measured.ours!, measured.theirs));
  }
  return rows;
}

const toRow = (work: string, size: number, ms: number, baseline: number | undefined): Row => ({
  work,
  datasets: size,
  ms: ms.toFixed(1),
  beside: baseline === undefined ? '' : `a hand-written query: ${baseline.toFixed(1)} ms`,
  ratio: baseline === undefined ? '' : `${(ms / baseline).toFixed(2)} ×`,
});

/** W11: 100,000 URNs, 5,000 a page, and what the process keeps of the memory. */
async function scrolls(
  [catalog, bare]: readonly [Candidate, Candidate],
  size: number,
  times: number,
): Promise<Row> {
  const most = Math.min(size, 100_000);
  const scroll =
    (candidate: Candidate): Ask =>
    async () => {
      let scrollId: string | null = null;
      let met = 0;
      do {
        const { scrollAcrossEntities: read } = await ask(candidate, scrollDocument, {
          types: ['DATASET'],
          query: '*',
          count: 5_000,
          scrollId,
          searchFlags: { skipAggregates: true, skipHighlighting: true },
        });
        met += read.searchResults.length;
        scrollId = read.nextScrollId;
      } while (scrollId && met < most);
      if (met < most) throw new Error(`a scroll met ${met} of ${most} datasets`);
    };
  await scroll(catalog)();
  const before = residentMb(catalog);
  const { ours, theirs } = await latencies({ ours: scroll(catalog), theirs: scroll(bare) }, times);
  return {
    work: `W11 a scroll over ${most}, 5,000 a page`,
    datasets: size,
    ms: ours!.toFixed(0),
    beside: `b4-search: ${theirs!.toFixed(0)} ms; memory ${before.toFixed(0)} MB, afterwards ${residentMb(catalog).toFixed(0)}`,
    ratio: `${(theirs! / ours!).toFixed(2)} ×`,
  };
}
