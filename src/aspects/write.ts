import type { Transaction } from '../db/database.js';
import type { Audit } from '../domain/clock.js';
import type { Json } from '../domain/exact-json.js';
import { replaceEditableFields, replaceSchemaFields } from './column-store.js';
import { ensureEntities } from './entity-store.js';
import { writeHeaders } from './header-store.js';
import type { AspectValue, ModelledAspect } from './models.js';
import { editableFields, header, schemaFields, tagsOn } from './rows.js';
import { replaceTags, writeTagProperties } from './tag-store.js';

/** One aspect of one entity, checked against its shape. */
export interface AspectUpsert {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
  readonly value: Readonly<Json>;
  /** The value as it came; kept to the letter where the aspect has no model of its own. */
  readonly text?: string | undefined;
  readonly systemMetadata?: string | null;
}

/** Writes aspects and makes their entities where they are missing. Later ones win. */
export async function upsertAspects(
  tx: Transaction,
  upserts: readonly AspectUpsert[],
  audit: Audit,
): Promise<void> {
  const entities = upserts.map(({ urn, entityType }) => ({ urn, type: entityType }));
  await ensureEntities(tx, entities, audit);
  const last = new Map(upserts.map((upsert) => [`${upsert.urn} ${upsert.name}`, upsert]));
  await writeAspects(tx, [...last.values()], audit);
}

/**
 * Writes aspects of entities that are there, each once and whole, in a number of statements that does not grow with
 * theirs. The known aspects become rows of their own models, which GraphQL edits; the header keeps what is left.
 */
export async function writeAspects(
  tx: Transaction,
  upserts: readonly AspectUpsert[],
  audit: Audit,
): Promise<void> {
  if (upserts.length === 0) return;
  const named = <Name extends ModelledAspect>(name: Name) =>
    upserts.filter((upsert) => upsert.name === name) as (AspectUpsert & { value: AspectValue<Name> })[];
  const [tagged, edited, schemas] = [
    named('globalTags'),
    named('editableSchemaMetadata'),
    named('schemaMetadata'),
  ];
  const edits = edited.flatMap(({ urn, value }) => editableFields(urn, value));
  const tags = tagged.flatMap(({ urn, value }) => tagsOn(urn, '', value));
  const columnTags = edits.flatMap((field) => field.tags ?? []);

  // A tag that is named before it is known is made from its URN, so that the order of ingestion does not matter.
  const mentioned = [...tags, ...columnTags].map(({ tagUrn }) => ({ urn: tagUrn, type: 'tag' }));
  if (mentioned.length > 0) await ensureEntities(tx, mentioned, audit, 'mentioning');
  await writeHeaders(tx, upserts.map(header), audit);
  await writeTagProperties(tx, named('tagProperties'));
  const fields = schemas.flatMap(({ urn, value }) => schemaFields(urn, value));
  await replaceSchemaFields(tx, schemas.map(urnOf), fields);
  await replaceTags(tx, tagged.map(urnOf), false, tags, audit);
  await replaceEditableFields(tx, edited.map(urnOf), edits);
  await replaceTags(tx, edited.map(urnOf), true, columnTags, audit);
}

const urnOf = ({ urn }: AspectUpsert) => urn;
