import t from 'tap';
import { prefixes, refusal } from '../../support/aspects.js';
import { testCatalog } from '../../support/catalog.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await testCatalog(t);
const caller = await catalog.user('caller', ['EDIT_ENTITY']);

const absent: [method: 'GET' | 'POST' | 'DELETE', path: string, refusal: object][] = [
  [
    'GET',
    '/openapi/v2/timeline/v1/urn%3Ali%3Atag%3Aa?categories=TAG',
    plainRefusal(404, /the timeline of entities/),
  ],
  ['POST', '/openapi/v3/entity/generic?async=false', plainRefusal(404, /entities of several types/)],
  [
    'POST',
    '/openapi/v3/entity/versioning/urn%3Ali%3AversionSet%3Ax/relationship/versionOf/urn%3Ali%3Atag%3Aa',
    plainRefusal(404, /versions of entities/),
  ],
  ['GET', '/openapi/v3/relationship/DownstreamOf', plainRefusal(404, /relationship\/scroll lists them/)],
  ['POST', '/openapi/v2/entity/dataset', plainRefusal(404, /OpenAPI v3 has it/)],
  ['GET', '/openapi/v1/registry/models/aspect/specifications', plainRefusal(404, /registry of models/)],
  ['POST', '/openapi/v1/trace/write/1', plainRefusal(404, /tracing/)],
  ['GET', '/openapi/operations/kafka/mcp/consumer/offsets', plainRefusal(404, /Kafka/)],
  ['GET', '/openapi/v9/anything', plainRefusal(404, /this OpenAPI operation/)],
  ['POST', '/runs?action=rollback', refusal(404, /rolling back the runs of ingestion/)],
  ['POST', '//runs?action=list', refusal(404, /runs of ingestion/)],
  ['GET', '/entitiesVersionedV2/x', refusal(404, /earlier versions/)],
  [
    'POST',
    '/entities?action=searchAcrossEntities',
    refusal(404, /does not have this search over Rest\.li: POST \/entities\?action=search finds/),
  ],
  ['POST', '/entities?action=browse', refusal(404, /browsing/)],
  ['POST', '/entities?action=setWritable', refusal(404, /read-only/)],
  ['POST', '/aspects?action=restoreIndices', refusal(404, /indices to restore/)],
  ['POST', '/operations?action=restoreIndices', refusal(404, /indices to restore/)],
];

t.test('404: what DataHub has and this catalog does not have is named, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    for (const [method, path, expected] of absent) {
      t.match(
        await caller.send(method, `${prefix}${path}`, method === 'POST' ? {} : undefined),
        expected,
        path,
      );
    }
  }
});

t.test('404: signing in with a password', async (t) => {
  for (const path of ['/logIn', '/authenticate', '/signUp']) {
    t.match(await catalog.anonymous.post(path, {}), plainRefusal(404, /send an access token/));
  }
});

t.test('404: other paths stay unknown, and 400: other actions', async (t) => {
  t.match(await caller.get('/openapi2'), plainRefusal(404, /There is nothing at/));
  t.match(await caller.get('/runs2'), plainRefusal(404, /There is nothing at/));
  t.match(await caller.post('/entities?action=constructor', {}), refusal(400, /not supported on resource/));
  t.match(await caller.post('/entities?action=', {}), refusal(400, /not supported on resource/));
});

t.test('405: a method that a served path does not have', async (t) => {
  const path = '/openapi/v3/entity/dataset';
  t.match(await caller.send('PUT', path, {}), plainRefusal(405, /GET, PATCH, POST/));
});
