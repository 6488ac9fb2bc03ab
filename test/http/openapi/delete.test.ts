import t from 'tap';
import { aspectCatalog, encoded, freshDataset, prefixes, proposal } from '../../support/aspects.js';
import { entityUrl, plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t);
const { put, writer, readAspect } = catalog;

async function filled() {
  const urn = freshDataset();
  await put(
    proposal(urn, 'status', {}),
    proposal(urn, 'ownership', {}),
    proposal(urn, 'operation', { timestampMillis: 1 }),
  );
  return urn;
}

t.test('200: DELETE deletes an entity, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const urn = await filled();
    // The SDK sends an empty list as the body.
    const { status, body } = await writer.send('DELETE', `${prefix}${entityUrl(urn)}`, []);
    t.equal(status, 200);
    t.strictSame(body, { urn, rows: 3, timeseriesRows: 1 });
    t.equal((await writer.get(entityUrl(urn))).status, 404);
    t.match((await writer.send('DELETE', entityUrl(urn))).body, { urn, rows: 0 }, 'again');
  }
});

t.test('200: DELETE with aspects deletes these only', async (t) => {
  const urn = await filled();
  const { status, body } = await writer.send('DELETE', `${entityUrl(urn)}?aspects=ownership`);
  t.equal(status, 200);
  t.strictSame(body, { urn, aspects: ['ownership'] });
  t.equal(await readAspect(urn, 'ownership'), null);
  t.strictSame(await readAspect(urn, 'status'), {});
});

t.test(
  'a slash at the end of the path is refused where it may be of the URN; an encoded one is',
  async (t) => {
    const [urn, other] = ['urn:li:tag:slash', 'urn:li:tag:slash/'];
    await put(proposal(urn, 'status', {}), proposal(other, 'status', {}));
    const path = '/openapi/v3/entity/tag/';
    t.match((await writer.get(`${path}${urn}%2F`)).body, { urn: other });
    for (const end of ['/', '//?aspects=status']) {
      for (const method of ['GET', 'DELETE'] as const)
        t.match(await writer.send(method, `${path}${urn}${end}`), plainRefusal(400, /%2F/));
      t.equal((await writer.send('HEAD', `${path}${urn}${end}`)).status, 400);
    }
    const dataset = await filled();
    t.match((await writer.get(`${entityUrl(dataset)}/`)).body, { urn: dataset }, 'after a tuple');
    t.match((await writer.send('DELETE', `${path}${encoded(other)}`)).body, { urn: other });
    t.strictSame(await readAspect(urn, 'status'), {});
  },
);

t.test('200: aspectNames is another name of aspects', async (t) => {
  const urn = await filled();
  const { body } = await writer.send('DELETE', `${entityUrl(urn)}?aspectNames=ownership`);
  t.strictSame(body, { urn, aspects: ['ownership'] });
});

t.test('400: what would delete something else than is meant', async (t) => {
  const urn = await filled();
  for (const [url, why] of [
    [`${entityUrl(urn)}?aspects=`, /aspects is empty/],
    [`${entityUrl(urn)}?aspectNames=`, /aspects is empty/],
    [`${entityUrl(urn)}?aspect=status`, /"aspect"/],
    [`${entityUrl(urn)}?aspects[]=status`, /"aspects\[\]"/],
    [`${entityUrl(urn)}?clear=true`, /clear=true is not supported/],
    [`${entityUrl(urn)}?aspects=operation`, /operation is a time-series aspect/],
    [`/openapi/v3/entity/tag/${encoded(urn)}`, /the path has the type "tag", but urn .* is a dataset/],
    ['/openapi/v3/entity/dataset/urn:li:dataset:x', /wrong form/],
  ] as const) {
    t.match(await writer.send('DELETE', url), plainRefusal(400, why), url);
  }
  t.strictSame(await readAspect(urn, 'status'), {});
});
