import fastify from 'fastify';
import mercurius from 'mercurius';
import pg from 'pg';

/** Hand-written pages by tag and scrolls over all datasets, on the catalog's tables, in the answers' own form. */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

const page = `SELECT entity_urn AS urn FROM tagged_entities WHERE tag_urn = $1 AND NOT removed AND type = 'dataset'
  ORDER BY entity_urn LIMIT $2`;
const scroll = `SELECT urn FROM search_documents WHERE urn > $1 AND NOT removed AND type = 'dataset' ORDER BY urn LIMIT $2`;

const run = async (name: string, text: string, values: unknown[]) => {
  const { rows } = await pool.query<{ urn: string }>({ name, text, values });
  return rows.map(({ urn }) => ({ entity: { __typename: 'Dataset', urn, type: 'DATASET' } }));
};

interface Input {
  input: { count: number; scrollId?: string | null; orFilters?: { and: { values: string[] }[] }[] };
}

const app = fastify();
await app.register(mercurius, {
  schema: `
    enum EntityType { DATASET }
    interface Entity { urn: String! type: EntityType! }
    type Dataset implements Entity { urn: String! type: EntityType! }
    input FacetFilterInput { field: String! values: [String!] }
    input AndFilterInput { and: [FacetFilterInput!] }
    input SearchFlags { skipAggregates: Boolean skipHighlighting: Boolean }
    input SearchAcrossEntitiesInput { types: [EntityType!] query: String! start: Int count: Int orFilters: [AndFilterInput!] searchFlags: SearchFlags }
    input ScrollAcrossEntitiesInput { types: [EntityType!] query: String! scrollId: String count: Int searchFlags: SearchFlags }
    type SearchResult { entity: Entity! }
    type SearchResults { searchResults: [SearchResult!]! }
    type ScrollResults { nextScrollId: String searchResults: [SearchResult!]! }
    type Query {
      searchAcrossEntities(input: SearchAcrossEntitiesInput!): SearchResults
      scrollAcrossEntities(input: ScrollAcrossEntitiesInput!): ScrollResults
    }`,
  resolvers: {
    Query: {
      async searchAcrossEntities(_: unknown, { input: { count, orFilters } }: Input) {
        const tag = orFilters?.[0]?.and[0]?.values[0];
        return { searchResults: await run('page', page, [tag, count]) };
      },
      async scrollAcrossEntities(_: unknown, { input: { count, scrollId } }: Input) {
        const searchResults = await run('scroll', scroll, [scrollId ?? '', count]);
        const nextScrollId = searchResults.length < count ? null : searchResults.at(-1)?.entity.urn;
        return { nextScrollId, searchResults };
      },
    },
  },
  jit: 1,
  path: '/api/graphql',
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
