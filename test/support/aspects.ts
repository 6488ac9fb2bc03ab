import type { Test } from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import { applyPatches, RunFailed } from '../../src/ingest/patches/apply-patches.js';
import { parsePatch } from '../../src/ingest/patches/parse-patch.js';
import type { Json } from '../../src/json/lossless-json.js';
import { finish } from '../../src/scheduling/steps.js';
import { type Caller, type TestCatalogOptions, testCatalog } from './catalog.js';

export const prefixes = ['', '/gms', '/api/gms'];
export const ingestUrl = '/aspects?action=ingestProposal';
export const batchUrl = '/aspects?action=ingestProposalBatch';
export const valuesUrl = '/aspects?action=getTimeseriesAspectValues';
export const encoded = encodeURIComponent;

const getType = (urn: string) => urn.split(':')[2]!;
const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns a MetadataChangeProposal as DataHub's clients write it. @param value a string is JSON text already */
export const proposal = (entityUrn: string, aspectName: string, value: unknown, more: object = {}) => ({
  entityType: getType(entityUrn),
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
  entityType: getType(entityUrn),
  entityUrn,
  changeType: 'DELETE',
  aspectName,
});

export const add = (path: string, value: unknown) => ({ op: 'add', path, value });
/** The SDK sends a value also when it removes. */
export const remove = (path: string) => ({ op: 'remove', path, value: {} });
export const keyed = (arrayPrimaryKeys: object, ...patch: object[]) => ({ arrayPrimaryKeys, patch });

/** Separates the names of a nested field in arrayPrimaryKeys. */
export const us = '\u241f';

/** Returns an aspect after one patch. */
export function patched(aspectName: string, patch: unknown, current: Json | null): unknown {
  const parsed = parsePatch(aspectName, patch);
  try {
    return finish(applyPatches(aspectName, [parsed], current));
  } catch (error) {
    throw error instanceof RunFailed ? error.cause : error;
  }
}

/** The body of an error, without its message. */
export const refusal = (status: number, message: string | RegExp) => ({
  status,
  body: { exceptionClass: 'com.linkedin.restli.server.RestLiServiceException', message, status },
  headers: { 'x-restli-error-response': 'true' },
});
export const forbidden = refusal(
  403,
  'Unauthorized to perform this action. Please contact your DataHub administrator.',
);

let made = 0;
/** Returns the URN of a dataset that no other test uses. */
export const freshDataset = (name = 'set') =>
  `urn:li:dataset:(urn:li:dataPlatform:hive,${name}_${made++},PROD)`;

/** Builds a catalog with a writer, who may edit all entities and manage tags. @param more privileges of the writer */
export async function aspectCatalog(
  t: Test,
  options: TestCatalogOptions = {},
  more: readonly Privilege[] = [],
) {
  const catalog = await testCatalog(t, options);
  const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS', ...more]);

  const ingest = (one: object, by: Caller = writer) => by.post(ingestUrl, { proposal: one });
  const batch = (proposals: readonly object[], by: Caller = writer) => by.post(batchUrl, { proposals });

  /** Ingests proposals one after the other. @throws when one is rejected */
  async function put(...proposals: object[]): Promise<void> {
    for (const one of proposals) {
      const { status, body } = await ingest(one);
      if (status !== 200) throw new Error(JSON.stringify(body));
    }
  }

  /** Sends a request and returns the body as text. */
  async function wire(
    method: 'GET' | 'POST' | 'PATCH',
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

  /** Returns the JSON text of an aspect from GET /aspects; null when there is none. */
  async function readText(urn: string, aspect: string): Promise<string | null> {
    const { status, text } = await wire('GET', `/aspects/${encoded(urn)}?aspect=${aspect}&version=0`);
    if (status === 404) return null;
    const [, found] = /^\{"version":0,"aspect":\{"[\w.]+":(.*)\}\}$/s.exec(text) ?? [];
    if (status !== 200 || found === undefined) throw new Error(`${status} ${text}`);
    return found;
  }

  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  async function readAspect(urn: string, aspect: string): Promise<any> {
    const text = await readText(urn, aspect);
    return text === null ? null : JSON.parse(text);
  }

  /** Runs a GraphQL query. @throws when there are errors */
  async function read(query: string, variables: Record<string, unknown>) {
    const { status, body } = await writer.graphql(query, variables);
    if (status !== 200 || body.errors) throw new Error(JSON.stringify(body));
    return body.data;
  }

  /** Returns everything that GraphQL shows of a dataset. */
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

  return { ...catalog, writer, ingest, batch, put, wire, readText, readAspect, read, view };
}
