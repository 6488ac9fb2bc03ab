import t from 'tap';
import { aspectNames, entityTypes, listAspects } from '../../../src/datahub/aspects/models.js';
import { aspectCatalog, freshDataset, prefixes, proposal } from '../../support/aspects.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { PAGE_SIZE_MAX: '2' } });
const reader = await catalog.user('reader');
const systemMetadata = { runId: 'run' };
const [urn, other] = [freshDataset(), freshDataset()];
await catalog.put(
  proposal(urn, 'status', { removed: false }, { systemMetadata }),
  proposal(urn, 'ownership', { owners: [] }),
  proposal(other, 'status', {}),
);

t.test('200: a batch of OpenAPI v2 reads entities, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await reader.post(`${prefix}/openapi/v2/entity/batch/DATASET`, {
      urns: [other, urn, freshDataset()].slice(0, 2),
      aspectNames: ['Status'],
      withSystemMetadata: true,
    });
    t.equal(status, 200);
    t.strictSame(body, {
      entities: [
        { urn: other, aspects: { status: { value: {} } } },
        { urn, aspects: { status: { value: { removed: false }, systemMetadata } } },
      ],
    });
  }
  for (const more of [{}, { aspectNames: [] }, { aspectNames: null }]) {
    const { body } = await reader.post('/openapi/v2/entity/batch/dataset', { urns: [urn], ...more });
    t.strictSame(Object.keys(body.entities[0].aspects).sort(), [
      ...['browsePathsV2', 'datasetKey', 'ownership', 'status'],
    ]);
  }
});

t.test('400: a bad batch of OpenAPI v2', async (t) => {
  for (const [body, why] of [
    [{ urns: [urn], aspects: ['status'] }, /aspects/],
    [{ urns: urn }, /urns/],
    [{}, /urns/],
    [{ urns: [urn, other, freshDataset()] }, /3 entities are requested; at most 2 are allowed/],
    [{ urns: ['urn:li:tag:x'] }, /the path has the type "dataset"/],
  ] as const)
    t.match(await reader.post('/openapi/v2/entity/batch/dataset', body), plainRefusal(400, why));
});

t.test('200: the registry has the types and aspects that are stored, by the page', async (t) => {
  const url = '/openapi/v1/registry/models/entity/specifications';
  const found = new Map<string, string[]>();
  const keys = new Set<string>();
  for (let start = 0, total = 1; start < total; ) {
    const { status, body } = await reader.get(`${url}?start=${start}&count=50`);
    t.equal(status, 200);
    for (const { name, keyAspectName, keyAspectSpec, aspectSpecs } of body.elements) {
      t.equal(keyAspectSpec.aspectAnnotation.name, keyAspectName);
      keys.add(keyAspectName);
      const others = aspectSpecs.map((spec: typeof keyAspectSpec) => spec.aspectAnnotation.name);
      found.set(name, [keyAspectName, ...others]);
    }
    total = body.total;
    start += body.count;
  }
  t.strictSame([...found.keys()], entityTypes);
  for (const type of entityTypes) t.strictSame(found.get(type), listAspects(type), type);
  t.ok([...found.values()].flat().every((name) => aspectNames.includes(name)));
  t.ok(keys.has('datasetKey'));
  t.equal((await reader.get(url)).body.count, 20);
  for (const query of ['start=-1', 'count=x', 'count=1001'])
    t.match(await reader.get(`${url}?${query}`), plainRefusal(400, /start|count/), query);
});
