import { asRequestError } from '../api/use-query.js';
import type { Privilege } from '../model/privileges.js';
import { sayFailure } from './messages.js';
import { refusal } from './notice.js';

interface Change {
  /** Shows the change at once. */
  apply(): void;
  /** Takes back what `apply` did, and nothing that was done since. */
  undo(): void;
  /** Asks the service. */
  work(): Promise<unknown>;
  /** The beginning of the message, as in "The tags were not added." */
  failure: string;
  needs: Privilege;
}

/** Shows a change before the service has made it, and takes it back with a message when the service refuses. */
export async function optimistic({ apply, undo, work, failure, needs }: Change): Promise<void> {
  apply();
  try {
    await work();
  } catch (error) {
    undo();
    sayFailure(`${failure} ${refusal(asRequestError(error), needs)}`);
  }
}
