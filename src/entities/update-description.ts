import { changeMetadata } from '../aspects/change-metadata.js';
import type { MetadataTransaction } from '../aspects/changes.js';
import { currentDocuments } from '../aspects/document-store.js';
import type { AspectStorage } from '../aspects/kernel.js';
import { lockEntities } from '../aspects/lock-store.js';
import { changeAspects, changeInPlace } from '../aspects/write.js';
import { findColumns } from '../columns/column-store.js';
import { writeColumnDescription } from '../columns/description-store.js';
import type { Target } from '../columns/target.js';
import { isOnColumn, resolveTargets } from '../columns/target.js';
import { withContainers } from '../containers/containers.js';
import { containerReads } from '../containers/store.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayEditDescription, toEditDescription } from '../core/authorization.js';
import type { AuditStamp, Clock } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { noEntity } from '../core/no-entity.js';
import { type ParsedUrn, parseUrn, quoted } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { withArticle } from '../urn/violation.js';
import { describable, findDescribedAspect, withDescription } from './described-aspects.js';

/**
 * Changes the description that people give an entity or a column, and no other field. Checks in the order
 * of the wire contract (docs/wire-contract.md, "Descriptions").
 *
 * @param description follows the rule of input.ts
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export const updateDescription =
  ({ db, aspects, clock }: AspectStorage & { readonly clock: Clock }) =>
  async (actor: Actor, target: Target, description: string): Promise<true> => {
    const entity = parseUrn(target.resourceUrn, 'resourceUrn');
    const { urn, type } = entity;
    const aspect = findDescribedAspect(type);
    if (aspect === undefined) {
      throw badRequest(
        `resourceUrn ${quoted(urn)} is ${withArticle(type)}; descriptions can be written for dataset columns and for ` +
          `entities of these types: ${describable.join(', ')}`,
      );
    }
    const may = await withContainers(containerReads(db.query), [entity], (resource) =>
      mayEditDescription(actor, resource, isOnColumn(target)),
    );
    if (!may(entity))
      throw lacking(actor, `edit the description of ${urn}`, toEditDescription(isOnColumn(target)));

    const audit = { time: clock(), actor: actor.urn };
    const work = async (tx: MetadataTransaction) => {
      if ((await lockEntities(tx, [urn], 'write')).length === 0) throw noEntity(urn);
      const [resolved] = await resolveTargets(findColumns(tx), [target]);
      const { fieldPath } = resolved!;
      if (fieldPath === '') await writeEntityDescription(tx, entity, aspect, description, audit, actor);
      else {
        await changeInPlace(tx, [{ urn, entityType: type, name: 'editableSchemaMetadata' }], () =>
          writeColumnDescription(tx, urn, fieldPath, description, audit),
        );
      }
    };
    await changeMetadata({ db, aspects }, work, actor);
    return true;
  };

/** Writes the description in an aspect of a locked entity; null: removes it. */
export async function writeEntityDescription(
  tx: MetadataTransaction,
  entity: ParsedUrn,
  name: string,
  description: string | null,
  audit: AuditStamp,
  actor: Actor,
): Promise<void> {
  const { urn, type } = entity;
  const { deadline } = actor;
  const [stored] = await currentDocuments(tx, [{ urn, name }], actor);
  const current = stored ? ((await runInTurns(parseInSteps(stored.text), deadline)) as Json) : null;
  const value = await runInTurns(withDescription(name, entity, current, description, audit), deadline);
  const upserts = [{ urn, entityType: type, name, value }];
  await changeAspects(tx, { deleted: [], upserts }, audit, deadline);
}
