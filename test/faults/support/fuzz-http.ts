import fc from 'fast-check';
import type { Subject } from '../../manifest/operation.js';
import { listRequests, operations } from '../../manifest/operations.js';
import { damaged, type HostileValues } from './hostile-values.js';

export interface Case {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload?: string | Buffer;
}

const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,ann,PROD)';
const tags = { tags: [{ tag: 'urn:li:tag:t' }] };
const column = { fieldPath: 'a.b', type: { type: {} }, nativeDataType: 'int' };
const aspects: readonly (readonly [urn: string, name: string, value: object])[] = [
  [dataset, 'globalTags', tags],
  [dataset, 'schemaMetadata', { fields: [{ ...column, globalTags: tags }, column] }],
  [dataset, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'a.b', globalTags: tags }] }],
  [dataset, 'datasetProperties', { name: 'x', description: 'y', customProperties: { a: 'b' } }],
  [dataset, 'container', { container: 'urn:li:container:c' }],
  [dataset, 'status', { removed: false }],
  [dataset, 'ownership', { owners: [{ owner: 'urn:li:corpuser:ann', type: 'NONE' }] }],
  [
    dataset,
    'operation',
    { timestampMillis: 1, eventGranularity: { unit: 'DAY' }, partitionSpec: { partition: 'p' } },
  ],
  [dataset, 'datasetProfile', { timestampMillis: 1e12, messageId: 'm' }],
  [dataset, 'datasetKey', {}],
  ['urn:li:tag:t', 'tagProperties', { name: 't', colorHex: '#aabbcc' }],
  ['urn:li:container:c', 'containerProperties', { name: 'c' }],
  ['urn:li:corpuser:ann', 'corpUserInfo', { active: true }],
];
const patch = (path: string) => ({ op: 'add', path, value: { tag: 'urn:li:tag:t' }, from: '/tags' });
const patches = [
  [patch('/tags/urn:li:tag:t')],
  [patch('/editableSchemaFieldInfo/a.b/globalTags/tags/urn:li:tag:t'), patch('/a~1b/~0'), patch('/-')],
  {
    arrayPrimaryKeys: { tags: ['tag'] },
    patch: [patch('/tags/x'), { op: 'move', path: '/a', from: '/a/b' }],
  },
];

const changeTypes = ['UPSERT', 'CREATE', 'UPDATE', 'PATCH', 'DELETE', 'RESTATE'];

/** Valid proposals for the things that the hostile proposals change, ingested before. */
export const corpus = aspects.map(([urn, name, value]) => proposal(urn, name, 'UPSERT', value)).map(asText);

/** Returns damaged proposals. The aspect is damaged before it becomes JSON text. */
function proposals(values: HostileValues): fc.Arbitrary<unknown> {
  const upserts = fc
    .tuple(fc.constantFrom(...aspects), fc.constantFrom(...changeTypes))
    .map(([[entityUrn, aspectName, json], changeType]) => proposal(entityUrn, aspectName, changeType, json));
  const patching = fc
    .tuple(fc.constantFrom(...aspects), fc.constantFrom(...patches))
    .map(([[entityUrn, aspectName], json]) => proposal(entityUrn, aspectName, 'PATCH', json));
  return damaged(fc.oneof(upserts, patching), values.json).map(asText);
}

function proposal(entityUrn: string, aspectName: string, changeType: string, json: unknown) {
  return {
    entityType: entityUrn.split(':')[2],
    entityUrn,
    aspectName,
    changeType,
    aspect: { contentType: `application/json${changeType === 'PATCH' ? '-patch+json' : ''}`, json },
    systemMetadata: { runId: 'fuzz', lastObserved: 1 },
  };
}

function asText(given: unknown): unknown {
  const { aspect, ...rest } = Object(given) as { aspect?: { json?: unknown } };
  if (typeof aspect !== 'object' || aspect === null || aspect.json === undefined) return given;
  const { json, ...more } = aspect;
  return { ...rest, aspect: { ...more, value: JSON.stringify(json) } };
}

/** Returns requests of every operation with invalid parts of their paths, queries, headers and bodies. */
export function httpCases(values: HostileValues, on: Subject): fc.Arbitrary<Case> {
  const right = Object.keys(operations).flatMap((name) => listRequests(name, on));
  const { json, text } = values;
  const ingest = fc
    .tuple(
      fc.constantFrom('', '/gms', '/api/gms'),
      fc.array(proposals(values), { minLength: 1, maxLength: 4 }),
    )
    .map(([prefix, all]) =>
      all.length === 1
        ? { method: 'POST', url: `${prefix}/aspects?action=ingestProposal`, payload: { proposal: all[0] } }
        : {
            method: 'POST',
            url: `${prefix}/aspects?action=ingestProposalBatch`,
            payload: { proposals: all },
          },
    );
  const known = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: ingest },
  );
  return fc
    .tuple(known, payloads(json), headers(values), fc.option(text), fc.option(text), fc.nat(30))
    .chain(([{ method, url, payload }, junk, extra, path, query, which]) =>
      damaged(fc.constant(payload ?? {}), json).map((body) => ({
        method: which === 0 ? 'PUT' : method,
        url: damagedUrl(url, which < 10 ? path : null, which > 5 && which < 15 ? query : null),
        headers: { 'content-type': 'application/json', ...(which % 3 === 0 ? extra : {}) },
        ...(method === 'POST' && { payload: which === 5 ? junk : (JSON.stringify(body) ?? '') }),
      })),
    );
}

const payloads = (json: fc.Arbitrary<unknown>) =>
  fc.oneof(
    json.map((value) => JSON.stringify(value) ?? ''),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('', '{', '[]', 'null', '{"__proto__":{}}', '\ufeff{}', `${'['.repeat(50_000)}`),
  );

const headers = ({ text }: HostileValues): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      authorization: text.map((value) => `Bearer ${value}`),
      'x-service-actor': text,
      'x-datahub-actor': text,
      'content-type': fc.oneof(
        text,
        fc.constantFrom('application/json; charset=utf-16', 'text/plain', '*/*'),
      ),
      'content-encoding': fc.constantFrom('gzip', 'br', 'x'),
      'content-length': fc.constantFrom('0', '1', '-1', '99999999999'),
      'x-forwarded-for': text,
      'x-restli-protocol-version': text,
      accept: text,
      cookie: text,
      host: text,
    },
    { requiredKeys: [] },
  );

/** Replaces the last part of a path, and replaces or adds one value of its query. */
function damagedUrl(url: string, path: string | null, query: string | null): string {
  const [before = '', after] = url.split('?');
  const damagedPath = path === null ? before : before.replace(/[^/]*$/, safe(path));
  if (query === null) return after === undefined ? damagedPath : `${damagedPath}?${after}`;
  return `${damagedPath}?${(after ?? 'aspect=x').replace(/=[^&]*$/, `=${safe(query)}`)}&version=${safe(query)}&aspects=${safe(query)}`;
}

/** Encodes text for a URL, also text that `encodeURIComponent` rejects. */
function safe(text: string): string {
  try {
    return encodeURIComponent(text.slice(0, 3_000));
  } catch {
    return '%ed%a0%80';
  }
}
