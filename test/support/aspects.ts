import type { Test } from 'tap';
import { applyPatches, RunFailed } from '../../src/aspects/apply-patches.js';
import { parsePatch } from '../../src/aspects/parse-patch.js';
import type { Json } from '../../src/core/lossless-json.js';
import { finish } from '../../src/core/steps.js';
import { type Caller, testCatalog } from './catalog.js';

export const prefixes = ['', '/gms', '/api/gms'];
export const ingestUrl = '/aspects?action=ingestProposal';
export const batchUrl = '/aspects?action=ingestProposalBatch';
export const valuesUrl = '/aspects?action=getTimeseriesAspectValues';
export const encoded = encodeURIComponent;

const typeOf = (urn: string) => urn.split(':')[2]!;
const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A MetadataChangeProposal as DataHub's clients write it. @param value JSON text as it is, anything else as JSON */
export const proposal = (entityUrn: string, aspectName: string, value: unknown, more: object = {}) => ({
  entityType: typeOf(entityUrn),
  entityUrn,
  changeType: 'UPSERT',
  aspectName,
  aspect: { contentType: 'application/json', value: json(value) },
  ...more,
});

export const patchProposal = (entityUrn: string, aspectName: string, patch: unknown) =>
  proposal(entityUrn, aspectName, patch, {
    changeType: 'PATCH',
    aspect: { contentType: 'application/json-patch+json', value: json(patch) },
  });

export const deletion = (entityUrn: string, aspectName: string) => ({
  entityType: typeOf(entityUrn),
  entityUrn,
  changeType: 'DELETE',
  aspectName,
});

export const add = (path: string, value: unknown) => ({ op: 'add', path, value });
/** The SDK sends a value with removals, too. */
export const remove = (path: string) => ({ op: 'remove', path, value: {} });
export const keyed = (arrayPrimaryKeys: object, ...patch: object[]) => ({ arrayPrimaryKeys, patch });

/** Between the names of a nested field in arrayPrimaryKeys. */
export const us = '\u241f';

/** An aspect after one patch. */
export function patched(aspectName: string, patch: unknown, current: Json | null): unknown {
  const parsed = parsePatch(aspectName, patch);
  try {
    return finish(applyPatches(aspectName, [parsed], current));
  } catch (error) {
    throw error instanceof RunFailed ? error.cause : error;
  }
}

/** What a refusal looks like, less its message. */
export const refusal = (status: number, message: string | RegExp) => ({
  status,
  body: { exceptionClass: 'com.linkedin.restli.server.RestLiServiceException', message, status },
  headers: { 'x-restli-error-response': 'true' },
});

let made = 0;
/** A dataset that no other test knows. */
export const freshDataset = (name = 'set') =>
  `urn:li:dataset:(urn:li:dataPlatform:hive,${name}_${made++},PROD)`;

/** The service, and somebody who may edit every entity and manage tags. */
export async function aspectCatalog(t: Test, options: Parameters<typeof testCatalog>[1] = {}) {
  const catalog = await testCatalog(t, options);
  const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);

  const ingest = (one: object, by: Caller = writer) => by.post(ingestUrl, { proposal: one });
  const batch = (proposals: readonly object[], by: Caller = writer) => by.post(batchUrl, { proposals });

  /** Ingests one after the other. @throws when one is refused */
  async function put(...proposals: object[]): Promise<void> {
    for (const one of proposals) {
      const { status, body } = await ingest(one);
      if (status !== 200) throw new Error(JSON.stringify(body));
    }
  }

  /** A request's answer as it is on the wire. */
  async function wire(
    method: 'GET' | 'POST',
    url: string,
    payload?: string,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) {
    const response = await catalog.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${writer.token}`, ...(payload === undefined ? {} : headers) },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, text: response.body };
  }

  /** An aspect's JSON text as GET /aspects has it; null where there is none. */
  async function textOf(urn: string, aspect: string): Promise<string | null> {
    const { status, text } = await wire('GET', `/aspects/${encoded(urn)}?aspect=${aspect}&version=0`);
    if (status === 404) return null;
    const [, found] = /^\{"version":0,"aspect":\{"[\w.]+":(.*)\}\}$/s.exec(text) ?? [];
    if (status !== 200 || found === undefined) throw new Error(`${status} ${text}`);
    return found;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  async function aspectOf(urn: string, aspect: string): Promise<any> {
    const text = await textOf(urn, aspect);
    return text === null ? null : JSON.parse(text);
  }

  /** @throws when there are errors */
  async function read(query: string, variables: Record<string, unknown>) {
    const { status, body } = await writer.graphql(query, variables);
    if (status !== 200 || body.errors) throw new Error(JSON.stringify(body));
    return body.data;
  }

  /** All that GraphQL shows of a dataset. */
  const view = async (urn: string) =>
    (
      await read(
        `query ($urn: String!) { dataset(urn: $urn) { urn name properties { name description } container { urn }
           tags { tags { tag { urn name } associatedUrn } }
           schemaMetadata { fields { fieldPath type nativeDataType nullable description tags { tags { tag { urn } } } } }
           editableSchemaMetadata { editableSchemaFieldInfo {
             fieldPath description tags { tags { tag { urn } } } } } } }`,
        { urn },
      )
    ).dataset;

  return { ...catalog, writer, ingest, batch, put, wire, textOf, aspectOf, read, view };
}
