import type { AspectKey, AssociationWrite } from '../aspects/aspect.js';
import type { Association } from '../aspects/association.js';
import { takeMemory } from '../aspects/document-store.js';
import type { Requester } from '../core/actor.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { columns, keyRows } from '../db/unnest.js';
import { taggingAspect } from '../history/insert-sql.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { isOfCurrentTag } from './removed-store.js';

/** Tags of one aspect. */
export interface TagsOfAspect<Tag extends Association> extends AspectKey {
  readonly tags: readonly Tag[];
}

/** A tag in an aspect, on the entity or on any of its columns. */
export interface NamedTag extends AspectKey {
  readonly tagUrn: string;
}

interface Row extends AspectKey {
  readonly text: string;
}

/** Reads the tags that people have added to locked entities and their columns, in the order of the additions. */
export async function readEditedTags(
  tx: Transaction,
  urns: readonly string[],
  requester: Requester,
): Promise<TagsOfAspect<AssociationWrite>[]> {
  const rows = await tx.query<Row>(
    `SELECT resource_urn AS urn, ${taggingAspect('field_path')} AS name,
            json_agg(json_build_object('resourceUrn', resource_urn, 'fieldPath', field_path, 'tagUrn', tag_urn,
                                       'extraFields', body::text) ORDER BY position)::text AS text
       FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND is_edited GROUP BY 1, 2`,
    [urns],
  );
  return parseTags(rows, requester);
}

/** Reads which of these tags people have removed from locked entities and their columns. An aspect can be there twice. */
export async function readRemovedTags(
  tx: Transaction,
  named: readonly NamedTag[],
  requester: Requester,
): Promise<TagsOfAspect<Association>[]> {
  const rows: Row[] = [];
  await inChunks(
    named,
    ({ urn, name, tagUrn }) => sumLengths(urn, name, tagUrn),
    async (chunk) => {
      const found = await tx.query<Row>(
        `SELECT r.resource_urn AS urn, named.aspect AS name,
                json_agg(json_build_object('resourceUrn', r.resource_urn, 'fieldPath', r.field_path,
                                           'tagUrn', r.tag_urn))::text AS text
           FROM ${keyRows('$1::text[]', '$2::text[]', '$3::text[]')} AS named(urn, aspect, tag)
           JOIN removed_associations r ON (r.resource_urn, r.tag_urn) = (named.urn, named.tag)
                                      AND ${taggingAspect('r.field_path')} = named.aspect
          WHERE ${isOfCurrentTag} GROUP BY 1, 2`,
        columns(chunk, 'urn', 'name', 'tagUrn'),
      );
      for (const row of found) rows.push(row);
    },
  );
  return parseTags(rows, requester);
}

/** Marks associations of locked entities as edited or as ingested. */
export const markEdited = (
  tx: Transaction,
  associations: readonly AssociationWrite[],
  isEdited: boolean,
): Promise<void> =>
  inChunks(
    associations,
    ({ resourceUrn, fieldPath, tagUrn, extraFields }) =>
      sumLengths(resourceUrn, fieldPath, tagUrn, extraFields),
    (chunk) =>
      tx.query(
        `UPDATE global_tags g SET is_edited = $5
           FROM ${keyRows('$1::text[]', '$2::text[]', '$3::text[]', '$4::text[]')} AS edited(urn, path, tag, body)
          WHERE (g.resource_urn, g.field_path, g.tag_urn) = (edited.urn, edited.path, edited.tag)
            AND g.source = coalesce(attribution_source(edited.body::json), '')`,
        [...columns(chunk, 'resourceUrn', 'fieldPath', 'tagUrn', 'extraFields'), isEdited],
      ),
  );

async function parseTags<Tag extends Association>(
  rows: readonly Row[],
  requester: Requester,
): Promise<TagsOfAspect<Tag>[]> {
  await takeMemory(
    rows.map(({ text }) => text),
    requester,
  );
  return runInTurns(parseRows<Tag>(rows), requester.deadline);
}

function* parseRows<Tag extends Association>(rows: readonly Row[]): Steps<TagsOfAspect<Tag>[]> {
  const parsed: TagsOfAspect<Tag>[] = [];
  for (const { urn, name, text } of rows) {
    const tags: unknown = yield* parseInSteps(text);
    parsed.push({ urn, name, tags: tags as readonly Tag[] });
    yield;
  }
  return parsed;
}
