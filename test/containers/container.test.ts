import t from 'tap';
import { aspect, call, containerUrn, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const container = async (urn: string, selection: string) =>
  (await catalog.read(`query ($urn: String!) { container(urn: $urn) { ${selection} } }`, { urn })).container;

const database = containerUrn('database');
const schema = containerUrn('schema');
await catalog.put(
  aspect(database, 'containerProperties', { name: 'The database', description: 'all of it' }),
);
await catalog.put(aspect(schema, 'containerProperties', { name: 'The schema' }));
await catalog.put(aspect(schema, 'container', { container: database }));

t.test('a container has its properties, its tags and the container that it is in', async (t) => {
  await catalog.tags('gold', 'silver');
  const tagUrns = ['urn:li:tag:silver', 'urn:li:tag:gold'];
  await call(catalog.editor, 'addTags', { input: { tagUrns, resourceUrn: schema } });
  t.strictSame(
    await container(
      schema,
      `urn type platform { urn } properties { name description } tags { tags { tag { name } associatedUrn } }
       container { urn properties { name description } tags { tags { associatedUrn } } container { urn } }`,
    ),
    {
      urn: schema,
      type: 'CONTAINER',
      platform: { urn: 'urn:li:dataPlatform:unknown' },
      properties: { name: 'The schema', description: null },
      tags: { tags: ['silver', 'gold'].map((name) => ({ tag: { name }, associatedUrn: schema })) },
      container: {
        urn: database,
        properties: { name: 'The database', description: 'all of it' },
        tags: null,
        container: null,
      },
    },
  );
});

t.test('a query can go from a dataset up through all its containers', async (t) => {
  const urn = await catalog.dataset();
  await catalog.put(aspect(urn, 'container', { container: schema }));
  const { dataset } = await catalog.read(
    'query ($urn: String!) { dataset(urn: $urn) { container { urn container { urn container { urn } } } } }',
    { urn },
  );
  t.strictSame(dataset, { container: { urn: schema, container: { urn: database, container: null } } });
});

t.test('containers that contain each other are returned as deep as the query asks', async (t) => {
  const [egg, hen] = [containerUrn('egg'), containerUrn('hen')];
  await catalog.put(
    aspect(egg, 'container', { container: hen }),
    aspect(hen, 'container', { container: egg }),
  );
  t.strictSame(
    await container(egg, 'properties { name } container { urn container { urn container { urn } } }'),
    {
      properties: null,
      container: { urn: hen, container: { urn: egg, container: { urn: hen } } },
    },
  );
});
