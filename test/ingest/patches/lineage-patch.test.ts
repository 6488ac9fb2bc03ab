import t from 'tap';
import { patched } from '../../support/aspects.js';

const field = (name: string) =>
  `urn:li:schemaField:(urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD),c)`;
const [down, up1, up2] = [field('down'), field('up/1'), field('up~2')];
const quote = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');
const at = (upstream: string, { operation = 'NONE', query = 'NONE', downstream = down } = {}) =>
  `/fineGrainedLineages/${[operation, downstream, query, upstream].map(quote).join('/')}`;
const add = (upstream: string, options = {}, confidenceScore = 1) => ({
  op: 'add',
  path: at(upstream, options),
  value: { confidenceScore },
});
const remove = (upstream: string, options = {}) => ({ op: 'remove', path: at(upstream, options), value: {} });
const lineage = (upstreams: string[], more = {}) => ({
  upstreamType: 'FIELD_SET',
  downstreamType: 'FIELD',
  ...more,
  downstreams: [down],
  upstreams,
  confidenceScore: 1,
});
const kept = {
  upstreams: [up1, up2],
  downstreams: [down, up1],
  upstreamType: 'FIELD_SET',
  downstreamType: 'FIELD_SET',
};

const cases: [what: string, before: object[] | null, patch: object[], after: object[]][] = [
  ['the first', null, [add(up1)], [lineage([up1])]],
  ['another upstream', [lineage([up1])], [add(up2)], [lineage([up1, up2])]],
  ['the same upstream again', [lineage([up1, up2])], [add(up1)], [lineage([up1, up2])]],
  [
    'the lowest score of all',
    [lineage([up1])],
    [add(up2, {}, 0.5)],
    [{ ...lineage([up1, up2]), confidenceScore: 0.5 }],
  ],
  [
    'another operation',
    [lineage([up1])],
    [add(up1, { operation: 'COPY' })],
    [lineage([up1]), lineage([up1], { transformOperation: 'COPY' })],
  ],
  [
    'another query',
    [lineage([up1])],
    [add(up1, { query: 'urn:li:query:q' })],
    [lineage([up1]), lineage([up1], { query: 'urn:li:query:q' })],
  ],
  ['one of two upstreams', [lineage([up1, up2])], [remove(up1)], [lineage([up2])]],
  ['the last upstream', [lineage([up1])], [remove(up1)], []],
  [
    'a value that does not exist',
    [lineage([up1])],
    [remove(up2), remove(up1, { operation: 'COPY' })],
    [lineage([up1])],
  ],
  ['beside a lineage with several downstreams, which is kept', [kept], [add(up1)], [kept, lineage([up1])]],
  [
    'all anew',
    [lineage([up1])],
    [{ op: 'add', path: '/fineGrainedLineages', value: [lineage([up2])] }],
    [lineage([up2])],
  ],
];

t.test('patches add and remove single upstreams of a lineage between columns', async (t) => {
  for (const aspect of ['upstreamLineage', 'dataJobInputOutput']) {
    for (const [what, before, patch, after] of cases) {
      const current = before && { upstreams: [], fineGrainedLineages: before };
      const value = patched(aspect, patch, current) as { fineGrainedLineages: unknown };
      t.strictSame(value.fineGrainedLineages, after, `${aspect}: ${what}`);
    }
  }
});

t.test('a patch of another field does not change lineages', async (t) => {
  const current = { upstreams: [], fineGrainedLineages: [{ any: 'thing' }, lineage([up1])] };
  t.strictSame(patched('upstreamLineage', [{ op: 'remove', path: '/upstreams/x' }], current), current);
});
