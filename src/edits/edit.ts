import type { AspectUpsert } from '../aspects/aspect.js';
import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { currentDocuments } from '../aspects/document-store.js';
import { withFollowers } from '../aspects/followers/members.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { lockReferencing } from '../aspects/lock.js';
import { noteBefore } from '../aspects/recorded.js';
import { changeAspects, changeInPlace } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { getEntityType } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { stringifyInSteps } from '../json/lossless-json-steps.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { Change } from './changes.js';
import { readColumnEdits, writeColumnEdits } from './column-store.js';
import { readElements, withElements } from './elements.js';
import type { EditKind } from './kinds.js';

/** An entity, or a column of a dataset. */
export interface Place {
  readonly urn: string;
  /** Empty: the entity itself. */
  readonly fieldPath: string;
}

/** What is done with the elements of one kind in one place. */
export interface Edit extends Place {
  readonly kind: EditKind;
  readonly change: Change;
}

/** Elements of one kind that a place can have. */
export const maxElements = 1_000;

export type RunEdits = ReturnType<typeof editRuns>;

/** Changes elements of aspects under the locks of their entities, all or none. */
export const editRuns =
  ({ db, aspects, clock }: AspectStorage & { readonly clock: Clock }) =>
  /**
   * @param entities what is written; those that do not exist are not locked
   * @param references what must not be deleted meanwhile
   * @param prepare called when all of this is locked: returns the edits, of entities that exist
   */
  (
    actor: Actor,
    entities: readonly string[],
    references: readonly string[],
    prepare: (tx: MetadataTransaction, existing: ReadonlySet<string>) => Promise<readonly Edit[]>,
    { isExact = false }: { readonly isExact?: boolean } = {},
  ): Promise<void> =>
    changeMetadata(
      { db, aspects },
      async (tx) => {
        const edits = await prepare(tx, await lockReferencing(tx, entities, references));
        const audit = { time: clock(), actor: actor.urn };
        await editEntities(
          tx,
          actor,
          edits.filter(({ fieldPath }) => fieldPath === ''),
          audit,
        );
        await editColumns(
          tx,
          actor,
          edits.filter(({ fieldPath }) => fieldPath !== ''),
          audit,
          isExact,
        );
      },
      actor,
    );

const toKey = ({ urn, kind }: Edit) => `${urn} ${kind.aspect}`;

/** Reads, changes and writes the aspects of entities. */
async function editEntities(
  tx: MetadataTransaction,
  actor: Actor,
  edits: readonly Edit[],
  audit: AuditStamp,
): Promise<void> {
  if (edits.length === 0) return;
  const keys = new Map(edits.map((edit) => [toKey(edit), { urn: edit.urn, name: edit.kind.aspect }]));
  const stored = new Map<string, Readonly<Json>>();
  for (const { urn, name, text } of await currentDocuments(tx, [...keys.values()], actor))
    stored.set(`${urn} ${name}`, (await runInTurns(parseInSteps(text), actor.deadline)) as Json);
  noteBefore(
    tx,
    [...keys.values()].map(({ urn, name }) => ({ urn, name, value: stored.get(`${urn} ${name}`) ?? null })),
  );
  const upserts = await runInTurns(changed(edits, stored, audit), actor.deadline);
  await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
}

/** Returns the aspects that are different afterwards. */
function* changed(
  edits: readonly Edit[],
  stored: ReadonlyMap<string, Readonly<Json>>,
  audit: AuditStamp,
): Steps<AspectUpsert[]> {
  const upserts = new Map<string, AspectUpsert>();
  for (const edit of edits) {
    yield;
    const { urn, kind } = edit;
    const key = toKey(edit);
    const before = upserts.get(key)?.value ?? stored.get(key);
    const value = yield* editValue(edit, before, audit);
    if (value === null) continue;
    const followed = yield* withFollowers(kind.aspect, value, before ?? null);
    upserts.set(key, { urn, entityType: getEntityType(urn), name: kind.aspect, value: followed });
  }
  return [...upserts.values()];
}

/** Returns a value with changed elements; null if nothing changes. @throws BAD_REQUEST */
function* editValue(
  { kind, urn, change }: Edit,
  value: Readonly<Json> | undefined,
  audit: AuditStamp,
): Steps<Json | null> {
  const before = readElements(kind, value, urn);
  const after = change(before, audit);
  yield;
  if (after === before) return null;
  if (after.length > Math.max(maxElements, before.length))
    throw badRequest(`${urn} would have ${after.length} ${kind.noun}; at most ${maxElements} are allowed`);
  return withElements(kind, value, after, audit);
}

/** The same in the edits of columns, which are rows. */
async function editColumns(
  tx: MetadataTransaction,
  actor: Actor,
  edits: readonly Edit[],
  audit: AuditStamp,
  isExact: boolean,
): Promise<void> {
  if (edits.length === 0) return;
  const member = edits[0]!.kind.ofColumn!;
  const { deadline } = actor;
  const found = await readColumnEdits(tx, edits, member, isExact);
  const rows = await runInTurns(changedColumns(), deadline);
  if (rows.length === 0) return;
  const keys = [...new Set(rows.map(({ urn }) => urn))].map((urn) => ({
    ...{ urn, entityType: getEntityType(urn), name: 'editableSchemaMetadata' },
  }));
  await changeInPlace(tx, keys, () => writeColumnEdits(tx, rows, audit));

  function* changedColumns() {
    const bodies = new Map<string, { urn: string; fieldPath: string; body: Json }>();
    const written = new Set<string>();
    for (const [at, edit] of edits.entries()) {
      const { urn, fieldPath, body } = found[at]!;
      const key = `${urn}\0${fieldPath}`;
      const known = bodies.get(key)?.body ?? (body === null ? {} : ((yield* parseInSteps(body)) as Json));
      const value = yield* editValue(edit, known[member] as Json | undefined, audit);
      bodies.set(key, { urn, fieldPath, body: value === null ? known : { ...known, [member]: value } });
      if (value !== null) written.add(key);
    }
    const rows = [];
    for (const key of written) {
      const { body, ...place } = bodies.get(key)!;
      rows.push({ ...place, body: yield* stringifyInSteps(body) });
    }
    return rows;
  }
}
