import t from 'tap';
import { aspectCatalog, prefixes, proposal, refusal } from '../support/aspects.js';

const catalog = await aspectCatalog(t, { env: { PAGE_SIZE_MAX: '3', ASPECTS_UNKNOWN: 'store' } });
const reader = await catalog.user('reader');
const chart = (id: string) => `urn:li:chart:(looker,${id})`;
const ids = ['b', 'é', '😀', 'a_1', 'a%2C1', 'B', '\ufffd'];
/** In the order of their bytes. */
const urns = ids.map(chart).sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
await catalog.batch([
  ...ids.map((id) => proposal(chart(id), 'status', {})),
  proposal(chart('b'), 'ownership', {}),
  proposal('urn:li:chart2:x', 'status', {}),
  proposal('urn:li:chart2:x', 'chart2Key', { id: 'x' }),
]);

const list = (body: unknown, prefix = '') => reader.post(`${prefix}/entities?action=listUrns`, body);
const count = (body: unknown, prefix = '') => reader.post(`${prefix}/aspects?action=getCount`, body);

t.test('200: listUrns returns the URNs of a type by the page, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await list({ entity: 'chart', start: 0, count: 3 }, prefix);
    t.equal(status, 200);
    t.strictSame(body, { value: { entities: urns.slice(0, 3), start: 0, count: 3, total: 7 } });
  }
  t.strictSame((await list({ entity: 'chart', start: 5 })).body.value.entities, urns.slice(5));
  t.strictSame((await list({ entity: 'chart', start: 7, count: 3 })).body.value.entities, []);
  t.strictSame((await list({ entity: 'nothing' })).body.value, {
    entities: [],
    start: 0,
    count: 3,
    total: 0,
  });
});

t.test('400: invalid pages and types', async (t) => {
  for (const [body, why] of [
    [{}, /entity/],
    [{ entity: 'a:b' }, /"a:b" is not an entity type/],
    [{ entity: 'chart', count: 4 }, /count is 4; expected an integer from 0 to 3/],
    [{ entity: 'chart', start: -1 }, /start is -1/],
    [{ entity: 'chart', start: 'x' }, /start/],
  ] as const) {
    t.match(await list(body), refusal(400, why));
  }
});

t.test('200: getCount counts the entities that have an aspect, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    t.strictSame((await count({ aspect: 'status' }, prefix)).body, { value: 8 });
  }
  for (const [body, found] of [
    [{ aspect: 'ownership' }, 1],
    [{ aspect: 'globalTags' }, 0],
    [{ aspect: 'status', urnLike: null }, 8],
    [{ aspect: 'status', urnLike: 'urn:li:chart:%' }, 7],
    [{ aspect: 'status', urnLike: chart('_') }, 5],
    [{ aspect: 'status', urnLike: chart('a\\_1') }, 1],
    [{ aspect: 'status', urnLike: chart('a\\%2C1') }, 1],
    [{ aspect: 'status', urnLike: '%😀)' }, 1],
    [{ aspect: 'status', urnLike: '' }, 0],
    [{ aspect: 'chartKey' }, 7],
    [{ aspect: 'chartKey', urnLike: '%,b)' }, 1],
    [{ aspect: 'chart2Key' }, 1],
    [{ aspect: 'corpUserKey', urnLike: 'urn:li:corpuser:nobody%' }, 0],
  ] as const) {
    t.strictSame((await count(body)).body, { value: found }, JSON.stringify(body));
  }
});

t.test('400: invalid counts', async (t) => {
  for (const [body, why] of [
    [{}, /aspect/],
    [{ aspect: 'a-b' }, /"a-b" is not an aspect name/],
    [{ aspect: 'operation' }, /operation is a time-series aspect/],
    [{ aspect: 'status', urnLike: 1 }, /urnLike/],
    [{ aspect: 'status', urnLike: 'a\\' }, /ends with/],
    [{ aspect: 'status', urnLike: '\0' }, /U\+0000/],
    [{ aspect: 'status', urnLike: 'x'.repeat(513) }, /more than 512/],
  ] as const) {
    t.match(await count(body), refusal(400, why));
  }
});
