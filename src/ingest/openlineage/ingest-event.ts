import { setTimeout as sleep } from 'node:timers/promises';
import type { AspectKey } from '../../aspects/aspect.js';
import { type AspectDocument, currentDocuments, takeMemory } from '../../aspects/document-store.js';
import type { AspectStorage } from '../../aspects/kernel.js';
import type { Actor } from '../../core/actor.js';
import type { Clock } from '../../core/clock.js';
import { CatalogError } from '../../core/errors.js';
import { getEntityType } from '../../core/urn.js';
import { isObject, type Json } from '../../json/lossless-json.js';
import { parseInSteps } from '../../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import { BasisChanged } from '../basis.js';
import type { Ingest } from '../ingest-proposals.js';
import { mayEdit } from '../rights.js';
import { convertEvent, neededAspects } from './convert.js';
import { parseLineageEvent } from './event.js';
import { type StoredAspect, storedKey } from './stored.js';
import { findSubjects } from './subjects.js';

interface Deps extends AspectStorage {
  readonly clock: Clock;
  readonly proposals: Ingest;
}

/** Attempts, each of which fails only if another event of the same run or job was written in the meantime. */
const maxAttempts = 40;
/** ms */
const longestPause = 100;

/**
 * Writes an event of OpenLineage as proposals, in one transaction, with the rights of these proposals. Sending it again
 * changes nothing, and the events of a run may come in any order (docs/openlineage.md).
 *
 * @throws BAD_REQUEST, and what `Ingest` throws
 */
export const ingestLineageEvents =
  ({ db, aspects, clock, proposals }: Deps) =>
  async (actor: Actor, body: unknown): Promise<void> => {
    const { deadline } = actor;
    const event = await runInTurns(parseLineageEvent(body, clock()), deadline);
    const subjects = await runInTurns(findSubjects(event), deadline);
    const needed = neededAspects(subjects).filter((key) => mayUse(actor, key));
    for (let attempt = 1; ; attempt += 1) {
      const read = () => currentDocuments({ query: db.query, aspects }, needed, actor);
      const documents = await db.limited(actor, read);
      const stored = await runInTurns(parseStored(documents), deadline);
      const changes = await runInTurns(convertEvent(event, subjects, stored, actor.urn), deadline);
      await takeMemory(changes.map(aspectText), actor);
      try {
        await proposals(actor, changes, toBasis(needed, documents));
        return;
      } catch (error) {
        if (!(error instanceof BasisChanged)) throw error;
        if (attempt === maxAttempts || deadline?.passed) throw unsettled();
        await sleep(Math.random() * Math.min(10 * attempt, longestPause));
      }
    }
  };

/**
 * Whether changes may depend on a stored aspect. Else the refusal of an event would tell what is stored, such as the
 * datasets of a run. The change of a schema is always one.
 */
const mayUse = (actor: Actor, { urn, name }: AspectKey): boolean =>
  name === 'schemaMetadata' || mayEdit(actor, { urn, type: getEntityType(urn) });

const unsettled = () =>
  new CatalogError('SERVICE_UNAVAILABLE', 'Other events of the run are being written. Try again later.');

function* parseStored(documents: readonly AspectDocument[]): Steps<Map<string, StoredAspect>> {
  const stored = new Map<string, StoredAspect>();
  for (const document of documents) {
    const metadata = document.systemMetadata === null ? null : yield* parseInSteps(document.systemMetadata);
    stored.set(storedKey(document), {
      value: (yield* parseInSteps(document.text)) as Json,
      systemMetadata: isObject(metadata) ? metadata : null,
    });
  }
  return stored;
}

function toBasis(needed: readonly AspectKey[], documents: readonly AspectDocument[]) {
  const texts = new Map(documents.map((document) => [storedKey(document), document.text]));
  return needed.map((key) => ({ ...key, text: texts.get(storedKey(key)) ?? null }));
}

const aspectText = ({ aspect }: Json) =>
  isObject(aspect) && typeof aspect.value === 'string' ? aspect.value : '';
