import type { AuditStamp } from '../../core/clock.js';
import type { Deadline } from '../../core/deadline.js';
import { type ParsedUrn, readUrn } from '../../core/urn.js';
import { listAspects } from '../../datahub/aspects/models.js';
import type { Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { stringifyInSteps } from '../../json/lossless-json-steps.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import type { AspectUpsert } from '../aspect.js';
import type { MetadataTransaction } from '../changes.js';
import { changeAspects } from '../write.js';
import { readDelimiters } from './delimiter-store.js';
import { type DefaultAspect, type Delimiters, defaultAspects } from './table.js';

/** An aspect that a new entity lacks. */
interface Lack {
  readonly entity: ParsedUrn;
  readonly name: string;
  readonly toValue: DefaultAspect;
}

/**
 * Writes the default aspects of entities that the transaction has created. An aspect that the transaction has written or
 * deleted stays so.
 *
 * @param findMetadata returns the `systemMetadata` of the write that created an entity. With its run, a default aspect
 * can be rolled back
 */
export async function writeDefaultAspects(
  tx: MetadataTransaction,
  audit: AuditStamp,
  findMetadata: (urn: string) => string | null,
  deadline?: Deadline,
): Promise<void> {
  const lacks = await runInTurns(findLacks(tx), deadline);
  if (lacks.length === 0) return;
  const datasets = lacks.filter(({ entity }) => entity.type === 'dataset');
  const platforms = new Set(datasets.map(({ entity }) => entity.parts[0]!));
  const delimiters = await readDelimiters(tx, platforms);
  const upserts = await runInTurns(toUpserts(lacks, delimiters, findMetadata), deadline);
  await changeAspects(tx, { deleted: [], upserts }, audit, deadline);
}

function* findLacks({ changes }: MetadataTransaction): Steps<Lack[]> {
  const lacks: Lack[] = [];
  for (const [urn, { type, isUsed, aspects }] of changes.entities) {
    yield;
    if (!isUsed || !changes.isNew(urn)) continue;
    for (const [name, toValue] of defaultAspects) {
      if (!aspects.has(name) && listAspects(type).includes(name))
        lacks.push({ entity: readUrn(urn)!, name, toValue });
    }
  }
  return lacks;
}

function* toUpserts(
  lacks: readonly Lack[],
  delimiters: Delimiters,
  findMetadata: (urn: string) => string | null,
): Steps<AspectUpsert[]> {
  const upserts: AspectUpsert[] = [];
  for (const { entity, name, toValue } of lacks) {
    const { urn, type: entityType } = entity;
    const value = toValue(entity, delimiters);
    const systemMetadata = yield* withoutVersion(findMetadata(urn));
    upserts.push({ urn, entityType, name, value, text: JSON.stringify(value), systemMetadata });
    yield;
  }
  return upserts;
}

/** The version is that of the aspect that the client sent. */
function* withoutVersion(systemMetadata: string | null): Steps<string | null> {
  if (!systemMetadata?.includes('version')) return systemMetadata;
  const { version, ...others } = (yield* parseInSteps(systemMetadata)) as Json;
  return version === undefined ? systemMetadata : yield* stringifyInSteps(others);
}
