import t from 'tap';
import { convertEvent } from '../../../src/ingest/openlineage/convert.js';
import { parseLineageEvent } from '../../../src/ingest/openlineage/event.js';
import {
  columnPairsMax,
  datasetsMax,
  fieldsMax,
  upstreamsMax,
} from '../../../src/ingest/openlineage/limits.js';
import { findSubjects } from '../../../src/ingest/openlineage/subjects.js';
import type { Json } from '../../../src/json/lossless-json.js';
import { finish } from '../../../src/scheduling/steps.js';
import { event, madeFrom, runId, start, table } from '../../support/openlineage.js';

const now = start + 86_400_000;
const parse = (body: unknown) => finish(parseLineageEvent(body, now));
const convert = (body: unknown) => {
  const parsed = parse(body);
  return finish(convertEvent(parsed, finish(findSubjects(parsed)), new Map(), 'urn:li:corpuser:ann'));
};
const many = <T>(count: number, create: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => create(i));
const fields = (count: number) => many(count, (index) => ({ name: `c${index}` }));
const lineage = (columns: Json, dataset: readonly Json[] = []) => ({
  columnLineage: { fields: columns, dataset },
});
const input = (index: number) => ({ namespace: 'postgres://db:5432', name: 'a', field: `f${index}` });

const refused: readonly [what: string, body: unknown, message: string | RegExp][] = [
  ['text', 'x', /^body must be an event of OpenLineage: \{"eventTime"/],
  ['null', null, /^body must be an event of OpenLineage/],
  ['list', [], /^body must be an event of OpenLineage/],
  ['nothing', {}, /^body has neither run nor job nor dataset/],
  [
    'type',
    event('STARTED'),
    'eventType is "STARTED"; expected one of START, RUNNING, COMPLETE, ABORT, FAIL, OTHER',
  ],
  ['no time', event('START', 0, { eventTime: undefined }), 'eventTime is required'],
  [
    'no zone',
    event('START', 0, { eventTime: '2025-01-01T00:00:00' }),
    /^eventTime is "2025-01-01T00:00:00"; expected a date/,
  ],
  [
    'no day',
    event('START', 0, { eventTime: '2025-02-30T00:00:00Z' }),
    /^eventTime is "2025-02-30T00:00:00Z"; expected/,
  ],
  [
    'hour',
    event('START', 0, { eventTime: '2025-02-20T25:00:00Z' }),
    /^eventTime is "2025-02-20T25:00:00Z"; expected/,
  ],
  ['number', event('START', 0, { eventTime: 5 }), 'eventTime must be a text; it is 5'],
  [
    'future',
    event('START', 0, { eventTime: '2035-01-01T00:00:00Z' }),
    'eventTime is 2035-01-01T00:00:00.000Z; expected a time from 1970 to one year in the future',
  ],
  ['past', event('START', 0, { eventTime: '1950-01-01T00:00:00Z' }), /^eventTime is 1950/],
  ['run id', event('START', 0, { run: { runId: 'x' } }), 'run.runId is "x"; expected a UUID'],
  ['run', event('START', 0, { run: 'x' }), 'run must be an object; it is "x"'],
  ['no run', event('START', 0, { run: undefined }), 'run is required'],
  ['no job', event('START', 0, { job: undefined }), 'job is required'],
  ['job name', event('START', 0, { job: { namespace: 'a', name: '' } }), 'job.name must not be empty'],
  ['job name', event('START', 0, { job: { namespace: 'a' } }), 'job.name is required'],
  [
    'long',
    event('START', 0, { job: { namespace: 'a', name: 'x'.repeat(2_001) } }),
    'job.name has 2001 characters; at most 2000 are allowed',
  ],
  [
    'urn',
    event('START', 0, { job: { namespace: 'a', name: 'x'.repeat(500) } }),
    /^job is "a x+"…: its URN "urn:li:dataFlow:.*"… is longer than 512 bytes/,
  ],
  ['dataset', event('START', 0, { inputs: [table('a'), { name: 'x' }] }), 'inputs.1.namespace is required'],
  [
    'invisible',
    event('START', 0, { outputs: [table('a\u200bb')] }),
    /^outputs\.0 is "postgres:\/\/db:5432 a\\u\{200B\}b": its URN .* contains U\+200B/,
  ],
  [
    'facets',
    event('START', 0, { outputs: [table('a', 'x' as unknown as Json)] }),
    'outputs.0.facets must be an object',
  ],
  [
    'facet',
    event('START', 0, { outputs: [table('a', { schema: { fields: 'x' } })] }),
    'outputs.0.facets.schema.fields must be a list; it is "x"',
  ],
  [
    'parent',
    event('START', 0, { run: { runId, facets: { parent: { run: { runId: 'y' }, job: {} } } } }),
    /^run\.facets\.parent\.run\.runId is "y"; expected a UUID; parent\.job\.namespace is required/,
  ],
  [
    'column',
    event('START', 0, { outputs: [table('a', lineage({ c: { inputFields: [{ name: 'x' }] } }))] }),
    /^outputs\.0\.facets\.columnLineage\.fields\.c\.inputFields\.0\.namespace is required/,
  ],
  [
    'inputs',
    event('START', 0, { inputs: many(datasetsMax + 1, () => table('a')) }),
    'inputs must have at most 1000 elements; it has 1001',
  ],
  [
    'pairs',
    event('START', 0, {
      inputs: many(101, (i) => table(`a${i}`)),
      outputs: many(100, (i) => table(`b${i}`)),
    }),
    `inputs and outputs have 101 × 100 pairs; at most ${upstreamsMax} are allowed in one event`,
  ],
  [
    'fields',
    event('START', 0, { inputs: [table('a', { schema: { fields: fields(fieldsMax + 1) } })] }),
    /^inputs\.0\.facets\.schema\.fields must have at most 10000 elements/,
  ],
  [
    'nested',
    event('START', 0, {
      inputs: [
        table('a', { schema: { fields: many(101, (i) => ({ name: `s${i}`, fields: fields(100) })) } }),
      ],
    }),
    /^inputs\.0\.facets\.schema has more than 10000 fields, including nested ones/,
  ],
  [
    'columns',
    event('START', 0, {
      outputs: [
        table(
          'o',
          lineage(Object.fromEntries(many(201, (i) => [`c${i}`, { inputFields: many(100, input) }]))),
        ),
      ],
    }),
    `outputs.0.facets.columnLineage: the lineage of columns has more than ${columnPairsMax} pairs of an input and an output column`,
  ],
  [
    'crossed',
    event('START', 0, {
      outputs: [table('o', lineage(Object.fromEntries(many(201, (i) => [`c${i}`, {}])), many(100, input)))],
    }),
    /^outputs\.0\.facets\.columnLineage: the lineage of columns has more than/,
  ],
  [
    'long column',
    event('START', 0, { outputs: [table('o', lineage({ ['x'.repeat(1_501)]: {} }))] }),
    /^outputs\.0\.facets\.columnLineage\.fields: the path of a column is "x+"…, which has 1501 bytes/,
  ],
  [
    'long nested path',
    event('START', 0, {
      inputs: [
        table('a', {
          schema: {
            fields: [{ name: 'x'.repeat(1_000), fields: [{ name: 'y'.repeat(600), fields: fields(9) }] }],
          },
        }),
      ],
    }),
    /^inputs\.0\.facets\.schema: the path of a column is "x+"…, which has 1601 bytes/,
  ],
  [
    'long columns',
    event('START', 0, {
      outputs: [
        table(
          'o',
          lineage(
            Object.fromEntries(many(100, (i) => [`${'c'.repeat(1_400)}${i}`, {}])),
            many(100, (i) => ({ ...input(i), field: `${'f'.repeat(1_400)}${i}` })),
          ),
        ),
      ],
    }),
    /^outputs\.0\.facets\.columnLineage: the lineage of columns has more than 20000000 characters/,
  ],
];

t.test('400: what is wrong is named with its value', async (t) => {
  for (const [what, body, message] of refused) {
    t.throws(() => convert(body), { type: 'BAD_REQUEST', message }, what);
  }
});

t.test('times have an offset, and fractions are cut to milliseconds', async (t) => {
  for (const [eventTime, expected] of [
    ['2025-01-01T00:00:00Z', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T00:00:00.123456+00:00', '2025-01-01T00:00:00.123Z'],
    ['2025-01-01T00:00:00.9999999Z', '2025-01-01T00:00:00.999Z'],
    ['2025-01-01T02:30:00.5+02:30', '2025-01-01T00:00:00.500Z'],
    ['2025-01-01T01:00:00+0100', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T01:00+01', '2025-01-01T00:00:00.000Z'],
    ['2025-01-01T00:00:00.000Z[UTC]', '2025-01-01T00:00:00.000Z'],
    ['2024-12-31T19:00:00-05:00[America/New_York]', '2025-01-01T00:00:00.000Z'],
  ] as const)
    t.equal(new Date(parse(event('START', 0, { eventTime })).time).toISOString(), expected, eventTime);
});

t.test('the same run in capital letters', async (t) => {
  t.equal(parse(event('START', 0, { run: { runId: runId.toUpperCase() } })).run?.id, runId);
});

t.test('unknown facets, deleted ones and null are no obstacle', async (t) => {
  const facets = {
    ...{ spark_properties: { deep: [[[{ a: 1 }]]] }, columnLineage: { _deleted: true, fields: 'x' } },
    ...{ schema: null, documentation: { description: null }, symlinks: { identifiers: null } },
  };
  const body = event('START', 0, {
    run: { runId, facets: { spark_unknown: 'x', parent: null, environmentVariables: { a: 'secret' } } },
    inputs: [table('a', facets)],
    outputs: null,
  });
  t.same(parse(body).inputs[0]!.facets, {
    schema: null,
    documentation: { description: null },
    symlinks: { identifiers: null },
  });
  t.notMatch(JSON.stringify(convert(body)), /secret|spark/);
});

t.test('an event without a type is one of OTHER', async (t) => {
  t.equal(parse(event('START', 0, { eventType: undefined })).run?.type, 'OTHER');
  t.equal(parse(event('START', 0, { eventType: null })).run?.type, 'OTHER');
});

t.test('the lineage of columns says how they were made', async (t) => {
  const columns = {
    identity: madeFrom('a', 'x', [{ type: 'DIRECT', subtype: 'IDENTITY' }]),
    both: madeFrom('a', 'y', [{ type: 'INDIRECT', subtype: 'FILTER' }, { type: 'DIRECT' }]),
    older: { ...madeFrom('a', 'z'), transformationType: 'MASKED' },
    unknown: madeFrom('a', 'z'),
    nothing: {},
  };
  const filter = { ...input(0), transformations: [{ type: 'INDIRECT', subtype: 'JOIN' }] };
  const proposals = convert(event('START', 0, { outputs: [table('o', lineage(columns, [filter]))] }));
  const { aspect } = proposals.find(({ aspectName }) => aspectName === 'upstreamLineage') as {
    aspect: { value: string };
  };
  const paths = (JSON.parse(aspect.value).patch as { path: string }[])
    .map(({ path }) => path.split('/'))
    .filter(([, list]) => list === 'fineGrainedLineages')
    .map(([, , operation = '', output, , from]) =>
      [operation, output, from].map((urn = '') => urn.replace(/^urn.*PROD\),(.*)\)$/, '$1')).join(' '),
    );
  t.same(paths, [
    'DIRECT:IDENTITY identity x',
    'INDIRECT:JOIN identity f0',
    'DIRECT,INDIRECT:FILTER both y',
    'INDIRECT:JOIN both f0',
    'MASKED older z',
    'INDIRECT:JOIN older f0',
    'TRANSFORM unknown z',
    'INDIRECT:JOIN unknown f0',
    'INDIRECT:JOIN nothing f0',
  ]);
});
