import { changeMetadata } from '../aspects/change-metadata.js';
import { currentDocuments } from '../aspects/document-store.js';
import type { AspectStorage, AspectTransaction } from '../aspects/kernel.js';
import { lockEntities } from '../aspects/lock-store.js';
import { changeInPlace } from '../aspects/write.js';
import { readColumnDescriptions, restoreColumnDescription } from '../columns/description-store.js';
import { withContainers } from '../containers/containers.js';
import { containerReads } from '../containers/store.js';
import type { Actor, Requester } from '../core/actor.js';
import { lacking, mayEditDescription, toEditDescription } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { noEntity } from '../core/no-entity.js';
import { getEntityType, parseUrn } from '../core/urn.js';
import type { Precondition, Transaction } from '../db/query.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { findDescribedAspect, readDescription } from './described-aspects.js';
import { writeEntityDescription } from './update-description.js';

/** What the history tells of a description. */
interface Described {
  readonly category: string;
  readonly entityUrn: string;
  /** Empty: of the entity itself. */
  readonly fieldPath: string;
  readonly aspect: string | null;
  /** Null for a description, not for a link. */
  readonly modifier: string | null;
  /** Null: there was none. Earlier versions have also stored an empty one as null. */
  readonly before: string | null;
  readonly after: string | null;
  readonly isCut: boolean;
}

/** How changes of descriptions are taken back: where they were made, with the right to make such changes. */
export const descriptionReversal = ({ db, aspects, clock }: AspectStorage & { readonly clock: Clock }) => ({
  isUndoable({ category, aspect, entityUrn, fieldPath, isCut, modifier }: Described): boolean {
    const edited =
      fieldPath === '' ? findDescribedAspect(getEntityType(entityUrn)) : 'editableSchemaMetadata';
    return category === 'DOCUMENTATION' && modifier === null && !isCut && aspect === edited;
  },

  async checkRights(actor: Actor, changes: readonly Described[]): Promise<void> {
    for (const onColumn of [false, true]) {
      const entities = changes
        .filter(({ fieldPath }) => (fieldPath !== '') === onColumn)
        .map(({ entityUrn }) => parseUrn(entityUrn));
      if (entities.length === 0) continue;
      const may = await withContainers(containerReads(db.query), entities, (resource) =>
        mayEditDescription(actor, resource, onColumn),
      );
      const refused = entities.find((entity) => !may(entity));
      if (refused)
        throw lacking(actor, `edit the description of ${refused.urn}`, toEditDescription(onColumn), {
          refusedEntity: refused.urn,
        });
    }
  },

  /** Returns the changes that are not the last word: a description has changed since, recorded or not. */
  async findStale<C extends Described>(
    { query }: Transaction,
    changes: readonly C[],
    requester: Requester,
  ): Promise<C[]> {
    const ofColumns = changes.filter(({ fieldPath }) => fieldPath !== '');
    const edits = ofColumns.map(({ entityUrn: urn, fieldPath }) => ({ urn, fieldPath }));
    const found = edits.length > 0 ? await readColumnDescriptions({ query }, edits) : [];
    const stale = ofColumns.filter(({ after }, at) => !isSame(found[at]!.description, after));
    const ofEntities = changes.filter(({ fieldPath }) => fieldPath === '');
    for (let at = 0; at < ofEntities.length; at += readAtOnce) {
      const some = ofEntities.slice(at, at + readAtOnce);
      const descriptions = await readDescriptions({ query, aspects }, some, requester);
      stale.push(
        ...some.filter(({ entityUrn, after }) => !isSame(descriptions.get(entityUrn) ?? null, after)),
      );
    }
    return stale;
  },

  /** @param check called when the entities are locked. @throws NOT_FOUND */
  async takeBack(actor: Actor, changes: readonly Described[], check: Precondition): Promise<void> {
    const audit = { time: clock(), actor: actor.urn };
    const urns = [...new Set(changes.map(({ entityUrn }) => entityUrn))];
    await changeMetadata(
      { db, aspects },
      async (tx) => {
        const existing = new Set(await lockEntities(tx, urns, 'write'));
        await check(tx);
        const missing = urns.find((urn) => !existing.has(urn));
        if (missing !== undefined) throw noEntity(missing);
        for (const { entityUrn, fieldPath, aspect, before } of changes)
          if (fieldPath === '')
            await writeEntityDescription(tx, parseUrn(entityUrn), aspect!, before, audit, actor);
        for (const urn of urns) {
          const edits = changes.filter(({ entityUrn, fieldPath }) => entityUrn === urn && fieldPath !== '');
          if (edits.length === 0) continue;
          const key = { urn, entityType: getEntityType(urn), name: 'editableSchemaMetadata' };
          await changeInPlace(tx, [key], async () => {
            for (const { fieldPath, before } of edits)
              await restoreColumnDescription(tx, urn, fieldPath, before, audit);
          });
        }
      },
      actor,
    );
  },
});

/** Aspects that one statement reads: each can be large. */
const readAtOnce = 100;

/** Returns the descriptions of entities: people edit one aspect of each (`isUndoable`). */
async function readDescriptions(
  tx: AspectTransaction,
  changes: readonly Described[],
  requester: Requester,
): Promise<Map<string, string | null>> {
  const keys = changes.map(({ entityUrn, aspect }) => ({ urn: entityUrn, name: aspect! }));
  const descriptions = new Map<string, string | null>();
  for (const { urn, name, text } of await currentDocuments(tx, keys, requester)) {
    const value = (await runInTurns(parseInSteps(text), requester.deadline)) as Json;
    descriptions.set(urn, readDescription(name, value));
  }
  return descriptions;
}

const isSame = (description: string | null, other: string | null) => (description ?? '') === (other ?? '');
