import type { Signal } from '@preact/signals';
import { asRequestError } from '../api/use-query.js';
import { privilegeText } from '../model/privileges.js';
import { sayFailure } from './messages.js';

interface Change<Value> {
  /** Shown at once. */
  apply(value: Value): Value;
  /** Takes back what `apply` did, and nothing that was done since. */
  undo(value: Value): Value;
  /** Asks the service. */
  work(): Promise<unknown>;
  /** What failed, for the message, as in "The tags were not added." */
  failure: string;
  /** The privileges of which one is needed. */
  needs: readonly string[];
}

/** Shows a change before the service has made it, and takes it back with a message when the service refuses. */
export async function optimistic<Value>(state: Signal<Value>, change: Change<Value>): Promise<void> {
  state.value = change.apply(state.value);
  try {
    await change.work();
  } catch (thrown) {
    const error = asRequestError(thrown);
    state.value = change.undo(state.value);
    const needed = error.code === 'UNAUTHORIZED' ? ` This needs ${privilegeText(change.needs)}.` : '';
    sayFailure(`${change.failure} ${error.message}${needed}`);
  }
}
