import type { Requester } from '../core/actor.js';
import type { Transaction } from '../db/query.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import { findFacts, readFacts } from './facts.js';
import type { RecordedChange } from './list-store.js';

/** Reads the JSON text of an aspect of a locked entity; undefined if it does not exist. */
export type ReadAspect = (
  tx: Transaction,
  key: { readonly urn: string; readonly name: string },
  requester: Requester,
) => Promise<string | undefined>;

/**
 * Whether a tag or a description of a locked entity is as a change has left it. The history does not have the changes
 * that were made while `CHANGE_EVENTS` was false.
 */
export const isAsLeft =
  (readAspect: ReadAspect) =>
  async (tx: Transaction, change: RecordedChange, requester: Requester): Promise<boolean> => {
    const { entityUrn: urn, category, operation, after } = change;
    const name = change.aspect!;
    const text = await readAspect(tx, { urn, name }, requester);
    const read = function* () {
      return yield* readFacts(name, text === undefined ? null : ((yield* parseInSteps(text)) as Json));
    };
    const found = findFacts(await runInTurns(read(), requester.deadline), change);
    if (operation === 'REMOVE') return found === undefined;
    return found !== undefined && (category === 'TAG' || found.has(after));
  };
