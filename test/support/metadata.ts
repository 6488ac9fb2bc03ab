import type { Test } from 'tap';
import type { AspectUpsert } from '../../src/aspects/aspect.js';
import { changeMetadata } from '../../src/aspects/change-metadata.js';
import { upsertAspects } from '../../src/aspects/write.js';
import type { Requester } from '../../src/core/actor.js';
import type { AuditStamp } from '../../src/core/clock.js';
import type { Database } from '../../src/db/database.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { createDocument } from '../manifest/operations.js';
import { type Caller, type TestCatalogOptions, testCatalog } from './catalog.js';

export const tagUrn = (id: string) => `urn:li:tag:${id}`;
export const tagsWith = (...ids: string[]) => ({ tags: ids.map((id) => ({ tag: tagUrn(id) })) });
export const datasetUrn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
export const containerUrn = (id: string) => `urn:li:container:${id}`;

export const field = (fieldPath: string, more: object = {}) => ({
  fieldPath,
  type: { type: { 'com.linkedin.schema.StringType': {} } },
  nativeDataType: 'varchar',
  nullable: false,
  ...more,
});

export function aspect(urn: string, name: string, value: object): AspectUpsert {
  const entityType = urn.split(':')[2]!;
  return { urn, entityType, name, value: storedAspects.find(entityType, name)!.model.parse(value) };
}

/** Writes aspects without checks, as earlier versions may have. */
export const writeAspects = (
  db: Database,
  aspects: readonly AspectUpsert[],
  audit: AuditStamp,
  requester?: Requester,
): Promise<void> =>
  changeMetadata({ db, aspects: storedAspects }, (tx) => upsertAspects(tx, aspects, audit), requester);

export interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly value: any;
  readonly error?: { readonly type: string; readonly code: number; readonly message: string };
}

/** Calls one mutation with a variable for each argument. */
export async function call(caller: Pick<Caller, 'graphql'>, name: string, args: object): Promise<Outcome> {
  const { status, body } = await caller.graphql(createDocument(`mutation ${name}`), { ...args });
  const [error] = body.errors ?? [];
  return {
    status,
    value: body.data?.[name],
    ...(error && { error: { ...error.extensions, message: error.message, path: error.path } }),
  };
}

export const done = { status: 200, value: true };
export const refused = (type: string, message?: RegExp | string) => ({
  status: 200,
  value: null,
  error: { type, ...(message !== undefined && { message }) },
});

interface Associations {
  tags: { tag: { urn: string }; associatedUrn: string }[];
}
const listIds = (tags: Associations | null) =>
  tags === null ? null : tags.tags.map(({ tag }) => tag.urn.slice('urn:li:tag:'.length));

let made = 0;

/** Builds a catalog with an editor, who may edit all tags, and functions that create datasets, containers and tags. */
export async function tagCatalog(t: Test, options: TestCatalogOptions = {}) {
  const catalog = await testCatalog(t, options);
  const editor = await catalog.user('editor', ['MANAGE_TAGS', 'EDIT_ENTITY_TAGS', 'EDIT_DATASET_COL_TAGS']);

  const put = (...aspects: AspectUpsert[]) =>
    writeAspects(catalog.db, aspects, { time: 1, actor: editor.urn });

  /** Creates a dataset; with a schema when there are columns. */
  async function dataset(...columns: string[]): Promise<string> {
    // The order of the names is that of their creation.
    const urn = datasetUrn(`set_${String(made++).padStart(4, '0')}`);
    await put(aspect(urn, 'datasetProperties', { name: urn }));
    if (columns.length > 0) {
      await put(aspect(urn, 'schemaMetadata', { fields: columns.map((path) => field(path)) }));
    }
    return urn;
  }

  async function container(): Promise<string> {
    const urn = containerUrn(`box_${made++}`);
    await put(aspect(urn, 'containerProperties', { name: 'box' }));
    return urn;
  }

  /** Creates tags with these ids. */
  async function tags(...ids: string[]): Promise<string[]> {
    await put(...ids.map((id) => aspect(tagUrn(id), 'tagProperties', { name: id })));
    return ids.map(tagUrn);
  }

  async function read(document: string, variables: Record<string, unknown>) {
    const { status, body } = await editor.graphql(document, variables);
    if (status !== 200 || body.errors) throw new Error(JSON.stringify(body));
    return body.data;
  }

  /** Returns the ids of an entity's tags in order; null when none was ever written. */
  async function tagsOn(urn: string): Promise<string[] | null> {
    const kind = urn.split(':')[2]!;
    const data = await read(
      `query ($urn: String!) { ${kind}(urn: $urn) { tags { tags { tag { urn } associatedUrn } } } }`,
      { urn },
    );
    return listIds(data[kind].tags);
  }

  /** Returns the same for each edited column by its path; null when no column was ever edited. */
  async function columnTagsOn(urn: string): Promise<Record<string, string[] | null> | null> {
    const { dataset: view } = await read(
      `query ($urn: String!) { dataset(urn: $urn) { editableSchemaMetadata { editableSchemaFieldInfo {
         fieldPath tags { tags { tag { urn } associatedUrn } } } } } }`,
      { urn },
    );
    const infos: { fieldPath: string; tags: Associations | null }[] | undefined =
      view.editableSchemaMetadata?.editableSchemaFieldInfo;
    return infos ? Object.fromEntries(infos.map(({ fieldPath, tags }) => [fieldPath, listIds(tags)])) : null;
  }

  return { ...catalog, editor, put, dataset, container, tags, read, tagsOn, columnTagsOn };
}

/** Returns how many deadlocks the database has had. */
export async function deadlocks(db: Database): Promise<number> {
  const sql = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()';
  const [row] = await db.query<{ n: number }>(sql);
  return row!.n;
}

export const column = (subResource: string) => ({ subResourceType: 'DATASET_FIELD', subResource });
