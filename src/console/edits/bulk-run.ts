import { taggable } from '../../urn/taggable.js';
import { isRefusal } from '../api/refusal.js';
import { reloadAll } from '../api/reload.js';
import { refusal } from '../kit/notice.js';
import { asRequestError, type RequestError } from '../model/request-error.js';
import { urnType } from '../model/urn.js';
import { type Call, readCalls } from './change-log.js';
import { type Place, stepsOf, type TagStep, writeTags } from './change-tags.js';
import type { TagEdit } from './picked.js';
import type { Steps } from './task.js';

/** Pairs of a tag and an entity that one request changes: all of them or none. */
const pairsMax = 1_000;
/**
 * Requests that find out which entities of refused parts are the cause. It is enough for about 40 of them; beyond, a part
 * is refused as a whole.
 */
const searchesMax = 400;

export interface Refused {
  readonly urn: string;
  readonly reason: string;
}

export interface Outcome {
  /** Entities that are as they were asked for, whether or not they had to be changed. */
  readonly done: number;
  /** Those that the change log says were changed. */
  readonly changed: number;
  /** Of those that are as they were asked for, those that did not have to be changed. */
  readonly alreadySo: number;
  /** The requests that have changed something, the oldest first. */
  readonly calls: readonly Call[];
  readonly refused: readonly Refused[];
  /** Entities that may have been changed, because the answer was lost. */
  readonly uncertain: number;
  /** Entities that were not changed, because of a stop or a failure. */
  readonly left: number;
  /** Why it has ended early. */
  readonly failure?: string;
}

/**
 * Changes tags of many entities in parts. A part that is refused is divided until the entities are found that are the
 * cause: the others are changed all the same. A stop lets the part end that is being changed.
 */
export async function editMany(
  edit: TagEdit,
  urns: readonly string[],
  { signal, onProgress }: Steps,
): Promise<Outcome> {
  const steps = stepsOf(edit);
  const refused = new Map<string, string>();
  const uncertain = new Set<string>();
  const done = new Set<string>();
  const calls: Call[] = [];
  /** The requests of this part, without those that were refused: they have changed nothing. */
  let ids: string[] = [];
  let searches = 0;

  async function change(step: TagStep, part: readonly string[]): Promise<void> {
    if (part.length === 0) return;
    try {
      await writeTags(step, part.map(toPlace), { onCall: (id) => ids.push(id) });
      if (step === steps.at(-1)) for (const urn of part) done.add(urn);
    } catch (thrown) {
      const error = asRequestError(thrown);
      if (error.isUncertain) for (const urn of part) uncertain.add(urn);
      if (!isRefusal(error)) throw error;
      ids.pop();
      if (part.length === 1 || searches >= searchesMax) {
        for (const urn of part) refused.set(urn, refusal(error));
        return;
      }
      searches += 2;
      const middle = Math.ceil(part.length / 2);
      await change(step, part.slice(0, middle));
      await change(step, part.slice(middle));
    }
  }

  const size = Math.max(1, Math.floor(pairsMax / Math.max(...steps.map(({ tags }) => tags.length))));
  const changed = new Set<string>();
  let tried = 0;
  let failure: RequestError | undefined;
  while (tried < urns.length && failure === undefined && !signal.aborted) {
    const part = urns.slice(tried, tried + size);
    ids = [];
    try {
      for (const step of steps) {
        if (step.verb === 'add') refuseOthers(part, refused);
        await change(
          step,
          part.filter((urn) => !refused.has(urn)),
        );
      }
      tried += part.length;
    } catch (error) {
      failure = asRequestError(error);
    }
    // Also after a failure: a request whose answer was cut off, or came too late, can have changed something.
    for (const call of await readCalls(ids)) {
      calls.push(call);
      for (const { entity } of call.changes) changed.add(entity.urn);
    }
    onProgress(tried);
  }
  reloadAll();
  const isKnown = (urn: string) => done.has(urn) || changed.has(urn) || refused.has(urn);
  return {
    done: done.size,
    changed: changed.size,
    alreadySo: [...done].filter((urn) => !changed.has(urn)).length,
    calls,
    refused: [...refused].map(([urn, reason]) => ({ urn, reason })),
    uncertain: [...uncertain].filter((urn) => !isKnown(urn)).length,
    left: urns.filter((urn) => !isKnown(urn) && !uncertain.has(urn)).length,
    // What may have been changed has its own number.
    ...(failure && { failure: failure.isUncertain ? failure.message : refusal(failure) }),
  };
}

const toPlace = (resourceUrn: string): Place => ({ resourceUrn });

/** Refuses at once what cannot have tags, so that no request is needed to find it. */
function refuseOthers(part: readonly string[], refused: Map<string, string>): void {
  for (const urn of part)
    if (!taggable.includes(urnType(urn))) refused.set(urn, 'An entity of this type cannot have tags.');
}
