import type { Requester } from '../core/actor.js';
import type { AuditStamp } from '../core/clock.js';
import { countValues, memoryPerValue } from '../core/json-values.js';
import { busy } from '../core/memory-budget.js';
import type { Steps } from '../core/steps.js';
import { runCooperatively } from '../db/cooperative.js';
import type { Query, Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { type AspectRow, documentText } from './document.js';
import type { AspectKey } from './models.js';
import { policyJson } from './policies/store.js';

/** An aspect as JSON text, assembled from the rows of all tables that keep it. */
export interface AspectDocument {
  readonly urn: string;
  readonly name: string;
  readonly text: string;
  readonly written: AuditStamp;
  readonly systemMetadata: string | null;
}

interface Row extends AspectRow {
  readonly urn: string;
  readonly systemMetadata: string | null;
}

/** Inner JSON is text, so that its numbers are not parsed by JavaScript. */
const tagsOf = (path: string) => `
  (SELECT coalesce(json_agg(json_build_object('tag', g.tag_urn, 'extraFields', g.body::text) ORDER BY g.position), '[]')
     FROM global_tags g WHERE g.resource_urn = a.urn AND g.field_path = ${path})`;

const membershipsOf = (field: string, native: string) => `
  (SELECT json_build_array(json_build_object('${field}',
            (SELECT coalesce(json_agg(m.group_urn ORDER BY m.position), '[]')
               FROM group_members m WHERE m.user_urn = u.urn AND ${native})))
     FROM users u WHERE u.urn = a.urn)`;

/** One statement, because one statement sees one snapshot. */
const select = `
  SELECT a.urn, a.name, a.body::text AS "extraFields", a.system_metadata::text AS "systemMetadata", a.inert,
         json_build_object('time', a.created_at, 'actor', a.created_by) AS created,
         json_build_object('time', a.updated_at, 'actor', a.updated_by) AS updated,
         (CASE WHEN a.inert THEN NULL ELSE CASE a.name
           WHEN 'globalTags' THEN ${tagsOf("''")}
           WHEN 'tagProperties' THEN
             (SELECT json_build_array(json_build_object('name', t.name, 'description', t.description,
                                                        'colorHex', t.color_hex))
                FROM tags t WHERE t.urn = a.urn)
           WHEN 'schemaMetadata' THEN
             (SELECT json_agg(f.body::text ORDER BY f.position) FROM schema_fields f WHERE f.dataset_urn = a.urn)
           WHEN 'editableSchemaMetadata' THEN
             (SELECT json_agg(json_build_object('fieldPath', e.field_path, 'description', e.description,
                                                'tags', CASE WHEN e.has_tags THEN ${tagsOf('e.field_path')} END,
                                                'extraFields', e.body::text) ORDER BY e.position)
                FROM editable_schema_fields e WHERE e.dataset_urn = a.urn)
           WHEN 'dataHubPolicyInfo' THEN
             (SELECT json_build_array(${policyJson}) FROM policies p WHERE p.id = substr(a.urn, 22) AND a.urn LIKE 'urn:li:dataHubPolicy:%')
           WHEN 'corpUserInfo' THEN
             (SELECT json_build_array(json_build_object('active', u.state = 'ACTIVE', 'displayName', u.display_name,
                                        'fullName', u.full_name, 'title', u.title, 'email', u.email))
                FROM users u WHERE u.urn = a.urn)
           WHEN 'corpUserStatus' THEN
             (SELECT json_build_array(json_build_object('status', u.state)) FROM users u WHERE u.urn = a.urn)
           WHEN 'groupMembership' THEN ${membershipsOf('groups', 'NOT m.native')}
           WHEN 'nativeGroupMembership' THEN ${membershipsOf('nativeGroups', 'm.native')}
           WHEN 'corpGroupInfo' THEN
             (SELECT json_build_array(json_build_object('displayName', g.name, 'description', g.description))
                FROM groups g WHERE g.urn = a.urn)
         END END)::text AS rows
    FROM aspects a`;

/** @param names null for all aspects of the entities */
export async function readDocuments(
  query: Query,
  urns: readonly string[],
  names: readonly string[] | null = null,
): Promise<AspectDocument[]> {
  const where = 'a.urn = ANY($1::text[]) AND ($2::text[] IS NULL OR a.name = ANY($2::text[]))';
  return runCooperatively(
    documentsOf(await query<Row>(`${select} WHERE ${where} ORDER BY a.urn, a.name`, [urns, names])),
  );
}

const length = (...texts: string[]) => texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');
const tagBytes = (path: string) => `
  (SELECT coalesce(sum(${length('g.tag_urn', 'g.body::text')} + 20), 0)
     FROM global_tags g WHERE g.resource_urn = a.urn AND g.field_path = ${path})`;

const groupBytes = `
  (SELECT coalesce(sum(octet_length(m.group_urn) + 3), 0) FROM group_members m WHERE m.user_urn = a.urn)`;

/** The approximate sizes of the aspects of entities as text, largest first, without reading them. */
export const documentSizes = (
  query: Query,
  urns: readonly string[],
  names: readonly string[] | null,
): Promise<{ name: string; bytes: number }[]> =>
  query(
    `SELECT a.name, (${length('a.body::text', 'a.system_metadata::text')} + CASE a.name
       WHEN 'globalTags' THEN ${tagBytes("''")}
       WHEN 'tagProperties' THEN (SELECT ${length('t.name', 't.description')} FROM tags t WHERE t.urn = a.urn)
       WHEN 'schemaMetadata' THEN
         (SELECT coalesce(sum(octet_length(f.body::text) + 1), 0) FROM schema_fields f WHERE f.dataset_urn = a.urn)
       WHEN 'editableSchemaMetadata' THEN
         (SELECT coalesce(sum(${length('e.field_path', 'e.description', 'e.body::text')} + 40 + ${tagBytes('e.field_path')}), 0)
            FROM editable_schema_fields e WHERE e.dataset_urn = a.urn)
       WHEN 'dataHubPolicyInfo' THEN
         (SELECT octet_length((${policyJson})::text) FROM policies p WHERE p.id = substr(a.urn, 22) AND a.urn LIKE 'urn:li:dataHubPolicy:%')
       WHEN 'corpUserInfo' THEN
         (SELECT coalesce(sum(${length('u.display_name', 'u.full_name', 'u.title', 'u.email')}), 0) FROM users u WHERE u.urn = a.urn)
       WHEN 'corpGroupInfo' THEN (SELECT coalesce(sum(${length('g.name', 'g.description')}), 0) FROM groups g WHERE g.urn = a.urn)
       WHEN 'groupMembership' THEN ${groupBytes}
       WHEN 'nativeGroupMembership' THEN ${groupBytes}
       ELSE 0 END)::bigint AS bytes
       FROM aspects a WHERE a.urn = ANY($1::text[]) AND ($2::text[] IS NULL OR a.name = ANY($2::text[]))
      ORDER BY bytes DESC`,
    [urns, names],
  );

/**
 * Returns aspects that are about to be changed.
 *
 * @throws TooLarge when they take more than `maxBytes`, SERVICE_UNAVAILABLE when there is too little memory to parse them
 */
export async function currentDocuments(
  tx: Transaction,
  keys: readonly AspectKey[],
  requester: Requester,
  maxBytes?: number,
): Promise<AspectDocument[]> {
  if (keys.length === 0) return [];
  const where = '(a.urn, a.name) IN (SELECT * FROM unnest($1::text[], $2::text[]))';
  const rows = await tx.query<Row>(
    `${select} WHERE ${where}`,
    columns(keys, 'urn', 'name'),
    maxBytes === undefined ? {} : { maxBytes },
  );
  await takeMemory(rows, requester);
  return runCooperatively(documentsOf(rows), requester.deadline);
}

/** Shorter texts come and go faster than they could pile up. */
const smallText = 65_536;
/** Bytes of memory that one character needs while its text is changed: copies of the text. */
const memoryPerCharacter = 4;

/** Takes the memory that parsed aspects need. The size of a request does not show it. */
async function takeMemory(rows: readonly Row[], { memory, deadline }: Requester): Promise<void> {
  const large = rows
    .flatMap(({ extraFields, rows }) => [extraFields, rows ?? ''])
    .filter(({ length }) => length > smallText);
  if (large.length === 0 || !memory) return;
  const bytes = await runCooperatively(memoryOf(large), deadline);
  if (!memory.add(bytes)) throw busy();
}

function* memoryOf(texts: readonly string[]): Steps<number> {
  let bytes = 0;
  for (const text of texts) {
    const { inTexts } = yield* countValues(text);
    bytes += memoryPerCharacter * text.length + memoryPerValue * inTexts;
  }
  return bytes;
}

function* documentsOf(rows: readonly Row[]): Steps<AspectDocument[]> {
  const documents: AspectDocument[] = [];
  for (const row of rows) {
    const { urn, name, updated: written, systemMetadata } = row;
    documents.push({ urn, name, text: yield* documentText(row), written, systemMetadata });
    yield;
  }
  return documents;
}
