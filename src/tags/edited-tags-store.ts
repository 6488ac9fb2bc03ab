import type { AspectKey, AssociationWrite } from '../aspects/aspect.js';
import { takeMemory } from '../aspects/document-store.js';
import type { Requester } from '../core/actor.js';
import type { Transaction } from '../db/query.js';
import { taggingAspect } from '../history/insert-sql.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';

/** The tags of one aspect that people have added. */
export interface EditedTags extends AspectKey {
  readonly tags: readonly AssociationWrite[];
}

/** Reads the tags that people have added to locked entities and their columns, in the order of the additions. */
export async function readEditedTags(
  tx: Transaction,
  urns: readonly string[],
  requester: Requester,
): Promise<EditedTags[]> {
  const rows = await tx.query<AspectKey & { readonly text: string }>(
    `SELECT resource_urn AS urn, ${taggingAspect('field_path')} AS name,
            json_agg(json_build_object('resourceUrn', resource_urn, 'fieldPath', field_path, 'tagUrn', tag_urn,
                                       'extraFields', body::text) ORDER BY position)::text AS text
       FROM current_global_tags WHERE resource_urn = ANY($1::text[]) AND is_edited GROUP BY 1, 2`,
    [urns],
  );
  await takeMemory(
    rows.map(({ text }) => text),
    requester,
  );
  return runInTurns(parseRows(rows), requester.deadline);
}

function* parseRows(rows: readonly (AspectKey & { readonly text: string })[]): Steps<EditedTags[]> {
  const edited: EditedTags[] = [];
  for (const { urn, name, text } of rows) {
    const tags: unknown = yield* parseInSteps(text);
    edited.push({ urn, name, tags: tags as readonly AssociationWrite[] });
    yield;
  }
  return edited;
}
