import t from 'tap';
import { aspectCatalog, encoded, prefixes, proposal } from '../../support/aspects.js';
import { plainRefusal } from '../../support/openapi.js';

const catalog = await aspectCatalog(t, { env: { PAGE_SIZE_MAX: '4', ASPECTS_UNKNOWN: 'store' } });
const reader = await catalog.user('reader', ['MANAGE_SECRETS']);
const url = '/openapi/v2/entity/dataHubExecutionRequest';
const input = 'dataHubExecutionRequestInput';
const request = (id: string) => `urn:li:dataHubExecutionRequest:${id}`;
const asGc = `aspectNames=dataHubExecutionRequestKey&aspectNames=${input}&query=*&sort=requestTimeMs&sortOrder=DESCENDING&systemMetadata=false&skipCache=true`;

async function pages(count: number, between = async () => {}) {
  const found: string[][] = [];
  for (let scroll = ''; ; ) {
    const { body } = await reader.get(`${url}?${asGc}&count=${count}${scroll}`);
    found.push(body.results.map(({ urn }: { urn: string }) => urn.split(':').pop()));
    if (body.scrollId === undefined) return found;
    scroll = `&scrollId=${encoded(body.scrollId)}`;
    await between();
  }
}

t.test('200: an empty page, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    t.match(await reader.get(`${prefix}${url}?${asGc}`), { status: 200, body: { results: [] } });
  }
  t.strictSame(await pages(2), [[]]);
});

t.test('200: requests come newest first, by the page, while some are deleted', async (t) => {
  await catalog.batch([
    ...[5, 7, 7, 1, 'x'].map((requestedAt, index) =>
      proposal(request(`r${index}`), input, { requestedAt, source: { type: 'MANUAL' } }),
    ),
    proposal(request('without'), 'status', {}),
    proposal('urn:li:dataHubExecutionRequest2:other', input, { requestedAt: 9 }),
  ]);
  t.strictSame(await pages(2), [['r2', 'r1'], ['r0', 'r3'], ['r4']]);
  t.strictSame(await pages(4), [['r2', 'r1', 'r0', 'r3'], ['r4']]);
  const { body } = await reader.get(`${url}?${asGc}&count=1`);
  t.strictSame(body.results, [
    {
      urn: request('r2'),
      aspects: {
        [input]: { value: { requestedAt: 7, source: { type: 'MANUAL' } } },
        dataHubExecutionRequestKey: { value: { id: 'r2' } },
      },
    },
  ]);
  let deleted = 0;
  const between = async () => {
    for (const id of ['r2', 'r1'].slice(deleted))
      await catalog.writer.post('/entities?action=delete', { urn: request(id) });
    deleted = 2;
  };
  t.strictSame(await pages(2, between), [['r2', 'r1'], ['r0', 'r3'], ['r4']]);
});

t.test('400: another order or query, or an invalid page', async (t) => {
  for (const [query, why] of [
    ['sort=urn', /sort must be requestTimeMs/],
    ['sortOrder=ASCENDING', /sortOrder must be DESCENDING/],
    ['query=a', /query must be \*/],
    ['count=5', /count is 5; expected an integer from 0 to 4/],
    ['count=x', /count/],
    ['scrollId=x', /scrollId is "x"/],
  ] as const) {
    t.match(await reader.get(`${url}?${query}`), plainRefusal(400, why));
  }
  t.match(await catalog.anonymous.get(url), plainRefusal(401, /./));
});
