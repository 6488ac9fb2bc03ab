import { dataset, type Example, properties, snapshot, tag, time } from './example.js';

const upstream = 'urn:li:dataset:(urn:li:dataPlatform:kafka,orders,PROD)';
const created = { time, actor: 'urn:li:corpuser:ann' };
const written = { urn: dataset, datasetProperties: { value: properties } };

const ok = { response: { status: 'ok' } };
const ofType = { parameters: { type: 'dataset' } };
const ofEntity = { parameters: { type: 'dataset', urn: dataset } };

/** Those of the operations without actions, by method and path. */
export const pathExamples: Readonly<Record<string, Example>> = {
  'GET /health': ok,
  'GET /health/live': ok,
  'GET /health/ready': ok,
  'GET /config': {
    response: {
      noCode: 'true',
      patchCapable: true,
      versions: { 'acryldata/datahub': { version: 'v1.4.0' } },
    },
  },
  'GET /metrics': { response: '# TYPE http_requests_total counter\n' },
  'GET /openapi.json': { response: { openapi: '3.1.0', info: { title: 'Metadata catalog' }, paths: {} } },
  'GET /aspects/{urn}': {
    parameters: { urn: dataset, aspect: 'datasetProperties', version: '0' },
    response: { version: 0, aspect: { 'com.linkedin.dataset.DatasetProperties': properties } },
  },
  'GET /entitiesV2/{urn}': {
    parameters: { urn: dataset, aspects: 'List(datasetProperties)' },
    response: {
      ...{ urn: dataset, entityName: 'dataset' },
      aspects: {
        datasetProperties: {
          ...{ name: 'datasetProperties', type: 'VERSIONED', version: 0, created, value: properties },
        },
      },
    },
  },
  'GET /entitiesV2': {
    parameters: { ids: `List(${encodeURIComponent(dataset)})`, aspects: 'List(datasetProperties)' },
    response: { results: { [dataset]: { urn: dataset, entityName: 'dataset' } }, statuses: {}, errors: {} },
  },
  'GET /entities/{urn}': {
    parameters: { urn: dataset, aspects: 'List(datasetProperties)' },
    response: { value: snapshot },
  },
  'GET /openapi/relationships/v1': {
    parameters: { urn: dataset, direction: 'OUTGOING', relationshipTypes: 'TaggedWith' },
    response: { start: 0, count: 1, entities: [{ relationshipType: 'TaggedWith', urn: tag }] },
  },
  'GET /openapi/v2/entity/dataHubExecutionRequest': {
    parameters: { count: '10' },
    response: { results: [{ urn: 'urn:li:dataHubExecutionRequest:1', aspects: {} }] },
  },
  'POST /openapi/v1/events/audit/search': {
    parameters: { size: '10' },
    body: { eventTypes: ['CreateAccessTokenEvent'] },
    response: {
      ...{ nextScrollId: null, count: 1, total: 1 },
      usageEvents: [{ eventType: 'CreateAccessTokenEvent', timestamp: time, actorUrn: created.actor }],
    },
  },
  'GET /openapi/v1/events/poll': {
    parameters: { topic: 'PlatformEvent_v1', pollTimeoutSeconds: '0', lookbackWindowDays: '1' },
    response: {
      ...{ offsetId: 'offset of the next request', count: 1 },
      events: [{ contentType: 'application/json', value: '{"name":"entityChangeEvent",…}' }],
    },
  },
  'POST /openapi/v3/entity/{type}': {
    parameters: { type: 'dataset', async: 'false' },
    body: [
      { ...written, upstreamLineage: { value: { upstreams: [{ dataset: upstream, type: 'TRANSFORMED' }] } } },
    ],
    response: [written],
  },
  'PATCH /openapi/v3/entity/{type}': {
    parameters: { type: 'dataset', async: 'false' },
    body: [
      {
        urn: dataset,
        datasetProperties: {
          value: { patch: [{ op: 'add', path: '/description', value: 'One row for each order.' }] },
        },
      },
    ],
    response: [{ urn: dataset, datasetProperties: {} }],
  },
  'GET /openapi/v3/entity/{type}': {
    parameters: { type: 'dataset', query: 'orders', count: '10', aspects: 'datasetProperties' },
    response: { entities: [written] },
  },
  'GET /openapi/v3/entity/{type}/{urn}': { ...ofEntity, response: written },
  'POST /openapi/v3/entity/{type}/batchGet': {
    ...ofType,
    body: [{ urn: dataset, datasetProperties: {} }],
    response: [written],
  },
  'DELETE /openapi/v3/entity/{type}/{urn}': {
    ...ofEntity,
    response: { urn: dataset, rows: 5, timeseriesRows: 1 },
  },
  'POST /console/session': {
    body: { token: 'the text of an access token' },
    response: { urn: created.actor, tokenId: '0123456789abcdefg', expiresAt: time },
  },
  'DELETE /console/session': { status: 204 },
  'DELETE /console/sessions': { response: { ended: 1 } },
};
