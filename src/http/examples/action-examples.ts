import { dataset, type Example, properties, snapshot, tag, time } from './example.js';

const proposal = (aspectName: string, value: object) => ({
  ...{ entityType: 'dataset', entityUrn: dataset, changeType: 'UPSERT', aspectName },
  aspect: { contentType: 'application/json', value: JSON.stringify(value) },
});
const profile = { timestampMillis: time, rowCount: 1_200, columnCount: 8 };
const aspectActions: Readonly<Record<string, Example>> = {
  ingestProposal: {
    body: { proposal: proposal('datasetProperties', properties) },
    response: { value: dataset },
  },
  ingestProposalBatch: {
    body: { proposals: [proposal('globalTags', { tags: [{ tag }] }), proposal('datasetProfile', profile)] },
    response: { value: 'success' },
  },
  getTimeseriesAspectValues: {
    body: { urn: dataset, entity: 'dataset', aspect: 'datasetProfile', limit: 1 },
    response: {
      value: {
        ...{ entityName: 'dataset', aspectName: 'datasetProfile', limit: 1 },
        values: [{ aspect: { contentType: 'application/json', value: JSON.stringify(profile) } }],
      },
    },
  },
  getCount: { body: { aspect: 'datasetProperties' }, response: { value: 1 } },
};

const entityActions: Readonly<Record<string, Example>> = {
  ingest: { body: { entity: { value: snapshot } }, response: { value: dataset } },
  batchIngest: { body: { entities: [{ value: snapshot }] }, response: { value: 'success' } },
  listUrns: {
    body: { entity: 'dataset', start: 0, count: 10 },
    response: { value: { entities: [dataset], start: 0, count: 10, total: 1 } },
  },
  search: {
    body: {
      ...{ entity: 'dataset', input: '*', start: 0, count: 10 },
      filter: { or: [{ and: [{ field: 'tags', values: [tag], condition: 'EQUAL' }] }] },
    },
    response: {
      value: {
        entities: [{ entity: dataset, score: 1, matchedFields: [] }],
        ...{ from: 0, pageSize: 10, numEntities: 1, metadata: { aggregations: [] } },
      },
    },
  },
  deleteReferences: {
    body: { urn: tag, dryRun: true },
    response: {
      value: {
        total: 1,
        relatedAspects: [{ relationship: 'TaggedWith', entity: dataset, aspect: 'globalTags' }],
      },
    },
  },
  delete: { body: { urn: dataset }, response: { value: { urn: dataset, rows: 5, timeseriesRows: 1 } } },
};

const operationActions: Readonly<Record<string, Example>> = {
  getIndexSizes: {
    response: {
      value: {
        indexSizes: [
          {
            ...{ aspectName: 'datasetProfile', entityName: 'dataset' },
            ...{ indexName: 'dataset_datasetprofileaspect_v1', sizeMb: 0.1, sizeInMb: 0.1 },
          },
        ],
      },
    },
  },
  truncateTimeseriesAspect: {
    body: { entityType: 'dataset', aspect: 'datasetProfile', endTimeMillis: time, dryRun: true },
    response: {
      value:
        'Delete 1 out of 1 rows (100.00%). Reindexing the aspect without the deleted records. This was a dry run. Run with dryRun = false to execute.',
    },
  },
  getEsTaskStatus: {
    body: { task: 'catalog:1' },
    response: {
      value: '{"completed":true,"taskId":"catalog:1","status":"{\\"total\\":1,…}","runTimeNanos":1000000}',
    },
  },
};

const usageActions: Readonly<Record<string, Example>> = {
  batchIngest: {
    body: {
      buckets: [
        {
          ...{ bucket: time, duration: 'DAY', resource: dataset },
          metrics: {
            ...{ uniqueUserCount: 1, totalSqlQueries: 3, topSqlQueries: ['select count(*) from orders'] },
            users: [{ user: 'urn:li:corpuser:ann', count: 3 }],
            fields: [{ fieldName: 'id', count: 3 }],
          },
        },
      ],
    },
    response: { value: 'success' },
  },
};

const ofActions = (path: string, actions: Readonly<Record<string, Example>>) =>
  Object.fromEntries(
    Object.entries(actions).map(([name, example]) => [`POST ${path}?action=${name}`, example]),
  );

/** Those of the actions of Rest.li, by method, path and action. */
export const actionExamples: Readonly<Record<string, Example>> = {
  ...ofActions('/aspects', aspectActions),
  ...ofActions('/entities', entityActions),
  ...ofActions('/operations', operationActions),
  ...ofActions('/usageStats', usageActions),
};
