import t from 'tap';
import { aspectCatalog, freshDataset, prefixes, proposal, refusal, valuesUrl } from '../support/aspects.js';

const catalog = await aspectCatalog(t);
const { batch } = catalog;
const reader = await catalog.user('reader');
const urn = freshDataset();
const systemMetadata = { runId: 'run' };
const text = (timestampMillis: number) =>
  `{"timestampMillis":${timestampMillis},"rowCount":1${timestampMillis}.0,"table":"${timestampMillis % 2 ? 'odd' : 'even'}","flag":true,"é":"😀","none":null,"list":[0,${timestampMillis}]}`;
await batch([
  ...[3, 1, 5, 2, 4].map((time) => proposal(urn, 'datasetProfile', text(time))),
  proposal(urn, 'operation', { timestampMillis: 9 }, { systemMetadata }),
  proposal(freshDataset(), 'datasetProfile', text(8)),
]);
const ask = (more: object = {}, prefix = '') =>
  reader.post(`${prefix}${valuesUrl}`, { urn, entity: 'dataset', aspect: 'datasetProfile', ...more });
const readTimes = (body: { value: { values: { aspect: { value: string } }[] } }) =>
  body.value.values.map(({ aspect }) => JSON.parse(aspect.value).timestampMillis);

t.test('200: events are the JSON texts that were sent, under every prefix', async (t) => {
  for (const prefix of prefixes) {
    const { status, body } = await ask({ limit: 1 }, prefix);
    t.equal(status, 200);
    t.strictSame(body, {
      value: {
        entityName: 'dataset',
        aspectName: 'datasetProfile',
        limit: 1,
        values: [{ aspect: { contentType: 'application/json', value: text(5) } }],
      },
    });
  }
});

const equal = (field: string, ...values: string[]) => ({ field, values, condition: 'EQUAL' });
const where = (field: string, condition: string, ...values: string[]) => ({ field, values, condition });
const and = (...criteria: object[]) => ({ filter: { or: [{ and: criteria }] } });

const all = [5, 4, 3, 2, 1];
const asked: [what: string, more: object, times: number[]][] = [
  ['newest first', {}, all],
  ['from', { startTimeMillis: 3 }, [5, 4, 3]],
  ['until', { endTimeMillis: 3 }, [3, 2, 1]],
  ['a time range with inclusive bounds', { startTimeMillis: 2, endTimeMillis: 4 }, [4, 3, 2]],
  ['a single time', { startTimeMillis: 2, endTimeMillis: 2 }, [2]],
  ['no time at all', { startTimeMillis: 4, endTimeMillis: 2 }, []],
  [
    'before 1970 and after the last event',
    { startTimeMillis: -1, endTimeMillis: 8_000_000_000_000_000 },
    all,
  ],
  ['at most', { limit: 2 }, [5, 4]],
  ['limited, from a time', { limit: 1, endTimeMillis: 3 }, [3]],
  ['another aspect', { aspect: 'operation' }, [9]],
  ['another entity', { urn: freshDataset() }, []],
  ['an empty filter', { filter: { or: [] } }, all],
  ['no criteria', and(), all],
  ['a field', and(equal('table', 'odd')), [5, 3, 1]],
  ['one of several values', and(equal('table', 'odd', 'even')), all],
  ['several fields', and(equal('table', 'odd'), equal('timestampMillis', '1', '2')), [1]],
  ['a flag', and(equal('flag', 'true')), all],
  ['a single value', and({ field: 'table', value: 'even' }), [4, 2]],
  ['IN', and({ field: 'table', values: ['even'], condition: 'IN' }), [4, 2]],
  ['no value', and(equal('table')), []],
  ['a field that no event has', and(equal('nope', 'x')), []],
  ['of any script', and(equal('é', '😀')), all],
  ['a time, as a number', and(where('timestampMillis', 'GREATER_THAN', '3')), [5, 4]],
  ['a time or later', and(where('timestampMillis', 'GREATER_THAN_OR_EQUAL_TO', '3.0')), [5, 4, 3]],
  ['an earlier time', and(where('timestampMillis', 'LESS_THAN', '1e1')), all],
  ['a time or earlier', and(where('timestampMillis', 'LESS_THAN_OR_EQUAL_TO', '2')), [2, 1]],
  ['a number with a long exponent', and(where('timestampMillis', 'GREATER_THAN', '1e131071')), []],
  ['an infinite number', and(where('timestampMillis', 'LESS_THAN', `1e${'9'.repeat(99)}`)), all],
  ['an infinite negative number', and(where('timestampMillis', 'GREATER_THAN', '-9e+131072')), all],
  ['a number near zero', and(where('timestampMillis', 'GREATER_THAN', '9.5e-99999')), all],
  ['zero with an exponent', and(where('timestampMillis', 'GREATER_THAN', '0.0e999999')), all],
  ['the largest finite number', and(where('timestampMillis', 'LESS_THAN', `${'9'.repeat(100)}e99999`)), all],
  ['the smallest number', and(where('timestampMillis', 'LESS_THAN', `-0.${'1'.repeat(100)}e-9999`)), []],
  ['numbers of several digits', and(where('rowCount', 'LESS_THAN', '100')), all],
  ['texts by their bytes', and(where('table', 'LESS_THAN', 'f')), [4, 2]],
  ['a part of a text, in any case', and(where('table', 'CONTAIN', 'VE')), [4, 2]],
  ['no pattern', and(where('table', 'CONTAIN', '%')), []],
  ['a beginning', and(where('table', 'START_WITH', 'Od', 'x')), [5, 3, 1]],
  ['an end', and(where('table', 'END_WITH', 'EN')), [4, 2]],
  ['equal in any case', and(where('table', 'IEQUAL', 'ODD')), [5, 3, 1]],
  ['a member that exists', and(where('table', 'EXISTS')), all],
  ['a member that is null', and(where('none', 'EXISTS')), []],
  ['no such member', and(where('nope', 'IS_NULL')), all],
  ['an element of a list', and(where('list', 'EQUAL', '4')), [4]],
  ['elements that are larger', and(where('list', 'GREATER_THAN', '4')), [5]],
  ['negated', and({ ...where('table', 'EQUAL', 'odd'), negated: true }), [4, 2]],
  ['negated, without the member', and({ ...where('nope', 'EQUAL', 'x'), negated: true }), all],
  ['negated twice', and({ ...where('table', 'IS_NULL'), negated: true }), all],
  [
    'either of two alternatives',
    { filter: { or: [{ and: [equal('table', 'even')] }, { and: [equal('timestampMillis', '5')] }] } },
    [5, 4, 2],
  ],
  ['an alternative without criteria', { filter: { or: [{ and: [equal('nope', 'x')] }, {}] } }, all],
  ['no sort', { sort: null }, all],
  ['limited, of those that match', { limit: 1, ...and(equal('table', 'even')) }, [4]],
];

t.test('200: filters select events', async (t) => {
  for (const [what, more, times] of asked) {
    const { status, body } = await ask(more);
    t.equal(status, 200, what);
    t.strictSame(readTimes(body), times, what);
  }
});

t.test('200: the response has the bounds, the limit and systemMetadata', async (t) => {
  const { body } = await ask({ startTimeMillis: 1, endTimeMillis: 2 });
  t.match(body.value, { startTimeMillis: 1, endTimeMillis: 2, limit: 10_000 });
  const [value] = (await ask({ aspect: 'operation', latestValue: true })).body.value.values;
  t.strictSame(value.systemMetadata, systemMetadata);
});

t.test('400: invalid requests', async (t) => {
  const numbers = (count: number) => Array.from({ length: count }, String);
  for (const [what, more, why] of [
    ['no URN', { urn: undefined }, /urn/],
    ['a bad URN', { urn: 'urn:li:dataset:x' }, /wrong form/],
    ['no entity', { entity: undefined }, /entity/],
    ['another entity', { entity: 'chart' }, /does not fit urn/],
    ['no aspect', { aspect: undefined }, /aspect/],
    [
      'an aspect that is no time series',
      { aspect: 'globalTags' },
      /is not a time-series aspect; expected one of datasetProfile/,
    ],
    ['an aspect of JavaScript', { aspect: 'constructor' }, /is not a time-series aspect/],
    ['no limit', { limit: 0 }, /limit/],
    ['too many', { limit: 10_001 }, /limit/],
    ['a fraction', { startTimeMillis: 1.5 }, /startTimeMillis/],
    ['an unknown condition', and(where('a', 'ANCESTORS_INCL', 'x')), /condition/],
    ['a negation that is no flag', and({ ...equal('a'), negated: 1 }), /negated/],
    ['a comparison with two values', and(where('a', 'LESS_THAN', '1', '2')), /LESS_THAN takes one value/],
    ['a comparison without a value', and(where('a', 'GREATER_THAN')), /GREATER_THAN takes one value/],
    ['an older form', { filter: { criteria: [] } }, /criteria/],
    ['another order', { sort: { field: 'timestampMillis', order: 'ASCENDING' } }, /sort.*newest first/],
    ['too many criteria', and(...Array.from({ length: 21 }, () => equal('a'))), /more than 20 criteria/],
    ['too many alternatives', { filter: { or: Array.from({ length: 21 }, () => ({})) } }, /more than 20/],
    ['too many values', and(equal('a', ...numbers(11)), equal('b', ...numbers(11))), /more than 20 values/],
    ['U+0000 in a value', and(equal('a', '\0')), /U\+0000/],
    ['U+0000 in a field', and(equal('\0', 'a')), /U\+0000/],
    ['half of a surrogate pair', and(equal('a', '\ud800')), /surrogate/],
  ] as const) {
    t.match(await ask(more), refusal(400, why), what);
  }
  t.match(await reader.post(valuesUrl), refusal(400, /./));
  t.match(await reader.post(valuesUrl, []), refusal(400, /./));
});
