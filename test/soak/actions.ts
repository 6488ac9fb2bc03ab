import type { Action } from './action.js';
import { actionsOnAccess, actionsOnWebhooks } from './actions-on-access.js';
import { actionsOnAssets } from './actions-on-assets.js';
import { actionsOnEdits } from './actions-on-edits.js';
import { actionsOnEvents, truncations } from './actions-on-events.js';
import { actionsOnLineage } from './actions-on-lineage.js';
import { actionsOnTags } from './actions-on-tags.js';
import { actionsThatRead, actionsThatUndo } from './actions-that-read.js';

/** What callers do, and what administrators do about them. */
export const ofCallers: Readonly<Record<string, Action>> = {
  ...actionsOnAssets,
  ...actionsOnEdits,
  ...actionsOnLineage,
  ...actionsOnTags,
  ...actionsOnEvents,
  ...actionsThatRead,
  ...actionsThatUndo,
};
export const ofAdministrators: Readonly<Record<string, Action>> = {
  ...actionsOnAccess,
  ...actionsOnWebhooks,
  ...truncations,
};

const all: ReadonlyMap<string, Action> = new Map(Object.entries({ ...ofCallers, ...ofAdministrators }));

/** @throws for a name that a script of another version has */
export function findAction(name: string): Action {
  const action = all.get(name);
  if (!action) throw new Error(`Unknown action ${name}: the script is of another version of test/soak/`);
  return action;
}
