import t from 'tap';
import { aspectCatalog, encoded, patchProposal, proposal, refusal } from '../support/aspects.js';

const catalog = await aspectCatalog(t);
const { writer, put, readText, readAspect } = catalog;

t.test('entityKeyAspect stands for the URN', async (t) => {
  const withKey = (entityType: string, key: unknown, more: object = {}) => ({
    ...proposal('urn:li:x:y', 'status', {}),
    entityType,
    entityUrn: undefined,
    entityKeyAspect: { contentType: 'application/json', value: JSON.stringify(key) },
    ...more,
  });
  const flow = 'urn:li:dataFlow:(airflow,f,PROD)';
  for (const [entityType, key, urn] of [
    ['tag', { name: 'by key, (blank)' }, 'urn:li:tag:by key%2C %28blank%29'],
    ['dataJob', { flow, jobId: 'a,b' }, `urn:li:dataJob:(${flow},a%2Cb)`],
    [
      'dataset',
      { origin: 'PROD', name: 'a', platform: 'urn:li:dataPlatform:hive' },
      'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)',
    ],
  ] as const) {
    t.match(await catalog.ingest(withKey(entityType, key)), { status: 200, body: { value: urn } });
    t.equal(await readText(urn, 'status'), '{}');
    t.match(await catalog.ingest(withKey(entityType, key, { entityUrn: urn })), { status: 200 });
  }
  for (const [one, why] of [
    [withKey('tag', {}), /has no text name/],
    [withKey('tag', { name: 1 }), /has no text name/],
    [withKey('tag', { name: '' }), /has no text name/],
    [withKey('tag', []), /has no text name/],
    [withKey('tag', { name: ' a' }), /"urn:li:tag: a" has the wrong form/],
    [withKey('dataset', { name: 'a', origin: 'PROD' }), /has no text platform/],
    [
      withKey('dataset', { name: 'a', origin: 'NOWHERE', platform: 'hive' }),
      /the platform is "hive", not urn:li:dataPlatform:hive/,
    ],
    [withKey('__proto__', { id: 'a' }), /has the wrong form/],
    [withKey('tag', { name: 'a' }, { entityType: undefined }), /entityType is required/],
    [withKey('tag', { name: 'a' }, { entityUrn: 'urn:li:tag:b' }), /is the key of "urn:li:tag:a", not of/],
    [withKey('tag', { name: 'a' }, { entityUrn: 'urn:li:chart:a' }), /entityType "tag" does not fit/],
    [withKey('tag', { name: 'a' }, { entityKeyAspect: null }), /entityUrn is required/],
  ] as const) {
    t.match(await catalog.ingest(one), refusal(400, why));
  }
  const text = withKey('tag', {}, { entityKeyAspect: { value: 'x' } });
  t.match(await catalog.ingest(text), refusal(422, /entityKeyAspect .*is not JSON/));
  const nobody = await catalog.user('noKey');
  t.match(await catalog.ingest(withKey('tag', { name: 'by key, (blank)' }), nobody), { status: 403 });
});

t.test('a URN with white space inside is one entity everywhere', async (t) => {
  const urn = 'urn:li:dataset:(urn:li:dataPlatform:excel,Sales 2024 %28draft%29,PROD)';
  const tag = 'urn:li:tag:Very\u00a0 Secret 👩🏽‍💻';
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag }] }),
    patchProposal(urn, 'globalTags', [
      { op: 'add', path: '/tags/urn:li:tag:a b', value: { tag: 'urn:li:tag:a b' } },
    ]),
  );
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag }, { tag: 'urn:li:tag:a b' }] });
  t.match(await catalog.view(urn), {
    urn,
    tags: { tags: [{ tag: { urn: tag } }, { tag: { urn: 'urn:li:tag:a b' } }] },
  });
  const { body } = await writer.get(`/entitiesV2/${encoded(urn)}?aspects=List(globalTags,datasetKey)`);
  t.strictSame(Object.keys(body.aspects).sort(), ['datasetKey', 'globalTags']);
  t.match(await writer.post('/entities?action=delete', { urn: tag }), { status: 200 });
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag: 'urn:li:tag:a b' }] });
});
