import t from 'tap';
import { toProposals } from '../../../src/cli/ingest/proposal.js';

const urn = 'urn:li:dataset:(urn:li:dataPlatform:hive,d,PROD)';
const texts = (text: string) => toProposals({ location: 'line 7', text });
const written = (event: unknown) => texts(JSON.stringify(event)).map(({ text }) => JSON.parse(text));
const avro = (name: string) => `com.linkedin.pegasus2avro.${name}`;
const pegasus = (name: string) => `com.linkedin.${name}`;

/** An event as DataHub's file sink wrote it, with or without the names of the types in unions with null. */
const event = (named: typeof avro, aspects: object[]) => ({
  auditHeader: null,
  proposedSnapshot: { [named('metadata.snapshot.DatasetSnapshot')]: { urn, aspects } },
  proposedDelta: null,
  systemMetadata: { lastObserved: 5, runId: 'r', registryName: null, properties: { string: 'kept' } },
});

/** Returns the aspects that are written for aspects of a dataset, given and written by their records' names. */
const createAspects = (named: typeof avro, aspects: object[]) =>
  written(event(named, aspects)).map(({ aspect }) => JSON.parse(aspect.value));

t.test('each aspect of an event is a proposal, in both namings', async (t) => {
  for (const named of [avro, pegasus]) {
    const aspects = [
      { [named('common.Status')]: { removed: false } },
      { [named('metadata.key.DatasetKey')]: { name: 'd' } },
    ];
    t.same(written(event(named, aspects)), [
      {
        entityUrn: urn,
        entityType: 'dataset',
        changeType: 'UPSERT',
        systemMetadata: '{"lastObserved":5,"runId":"r","properties":{"string":"kept"}}',
        aspectName: 'status',
        aspect: { contentType: 'application/json', value: '{"removed":false}' },
      },
      {
        entityUrn: urn,
        entityType: 'dataset',
        changeType: 'UPSERT',
        systemMetadata: '{"lastObserved":5,"runId":"r","properties":{"string":"kept"}}',
        aspectName: 'datasetKey',
        aspect: { contentType: 'application/json', value: '{"name":"d"}' },
      },
    ]);
  }
  const [status] = texts(JSON.stringify(event(avro, [{ [avro('common.Status')]: {} }])));
  t.equal(status!.location, 'line 7, status');
});

t.test('a union of several types keeps the name of the type, a union with null does not', async (t) => {
  const field = {
    fieldPath: 'a',
    jsonPath: null,
    description: { string: 'text' },
    nullable: false,
    type: { type: { [avro('schema.ArrayType')]: { nestedType: { array: ['string'] } } } },
    globalTags: { [avro('common.GlobalTags')]: { tags: [{ tag: 'urn:li:tag:x' }] } },
  };
  const schema = {
    version: 0,
    deleted: null,
    platformSchema: { [avro('schema.KafkaSchema')]: { documentSchema: '{}' } },
    fields: [field],
    primaryKeys: { array: ['a'] },
  };
  t.same(createAspects(avro, [{ [avro('schema.SchemaMetadata')]: schema }]), [
    {
      version: 0,
      platformSchema: { [pegasus('schema.KafkaSchema')]: { documentSchema: '{}' } },
      fields: [
        {
          fieldPath: 'a',
          description: 'text',
          nullable: false,
          type: { type: { [pegasus('schema.ArrayType')]: { nestedType: ['string'] } } },
          globalTags: { tags: [{ tag: 'urn:li:tag:x' }] },
        },
      ],
      primaryKeys: ['a'],
    },
  ]);
});

t.test('members that are maps keep the keys of the user', async (t) => {
  const properties = { customProperties: { string: 'x' }, description: { string: 'y' } };
  t.same(createAspects(avro, [{ [avro('dataset.DatasetProperties')]: properties }]), [
    { customProperties: { string: 'x' }, description: 'y' },
  ]);
  const upstreams = [{ dataset: urn, properties: { map: { map: 'x', int: 'y' } } }];
  t.same(createAspects(avro, [{ [avro('dataset.UpstreamLineage')]: { upstreams } }]), [
    { upstreams: [{ dataset: urn, properties: { map: 'x', int: 'y' } }] },
  ]);
});

t.test('texts in unions of several types keep the name of their type', async (t) => {
  const snapshot = (name: string, of: string, record: string, aspect: object) => ({
    proposedSnapshot: {
      [avro(`metadata.snapshot.${name}Snapshot`)]: { urn: of, aspects: [{ [avro(record)]: aspect }] },
    },
  });
  const job = 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)';
  const model = 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,m,PROD)';
  const chart = 'urn:li:chart:(looker,1)';
  const cost = { costId: { double: 1.5 }, costCode: null, fieldDiscriminator: 'costId' };
  for (const [given, expected] of [
    [
      snapshot('DataJob', job, 'datajob.DataJobInfo', { name: 'j', type: { string: 'SQL' } }),
      { name: 'j', type: { string: 'SQL' } },
    ],
    [
      snapshot('DataJob', job, 'datajob.DataJobInfo', {
        type: { [avro('datajob.azkaban.AzkabanJobType')]: 'SQL' },
      }),
      { type: { [pegasus('datajob.azkaban.AzkabanJobType')]: 'SQL' } },
    ],
    [
      snapshot('MLModel', model, 'ml.metadata.MLModelProperties', {
        type: { string: 'CNN' },
        hyperParameters: { map: { rate: { double: 0.1 } } },
      }),
      { type: 'CNN', hyperParameters: { rate: { double: 0.1 } } },
    ],
    [
      snapshot('Chart', chart, 'chart.ChartInfo', {
        type: { [avro('chart.ChartType')]: 'BAR' },
        inputs: { array: [{ string: urn }] },
      }),
      { type: 'BAR', inputs: [{ string: urn }] },
    ],
    [
      snapshot('MLModel', model, 'common.Cost', { costType: 'ORG_COST_TYPE', cost }),
      { costType: 'ORG_COST_TYPE', cost: { costId: 1.5 } },
    ],
  ] as const) {
    t.same(JSON.parse(written(given)[0].aspect.value), expected);
  }
});

t.test('numbers keep all their digits', async (t) => {
  const text = `{"proposedSnapshot":{"${avro('metadata.snapshot.DatasetSnapshot')}":{"urn":"${urn}","aspects":[{"${avro('common.Embed')}":{"a":9223372036854775807,"b":{"double":0.10}}}]}},"systemMetadata":{"lastObserved":9223372036854775807}}`;
  const { aspect, systemMetadata } = JSON.parse(texts(text)[0]!.text);
  t.equal(aspect.value, '{"a":9223372036854775807,"b":0.10}');
  t.equal(systemMetadata, '{"lastObserved":9223372036854775807}');
});

t.test('an event that cannot be written is an error, which names what is wrong', async (t) => {
  const status = { [avro('common.Status')]: {} };
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  for (const [item, message] of [
    [{ proposedSnapshot: null }, /a snapshot must be/],
    [
      { proposedSnapshot: { [avro('metadata.snapshot.XSnapshot')]: {} } },
      /"com.linkedin.metadata.snapshot.XSnapshot"/,
    ],
    [
      event(avro, [{ [avro('common.Other')]: {} }]),
      /"com.linkedin.common.Other".* is not the record of an aspect/,
    ],
    [{ ...event(avro, [status]), proposedDelta: { x: 1 } }, /has a proposedDelta/],
    [event(avro, [{ [avro('common.Embed')]: { x: deep(200) } }]), /nested more than 100 levels/],
  ] as const) {
    t.throws(() => written(item), { name: 'BadItem', message });
  }
});
