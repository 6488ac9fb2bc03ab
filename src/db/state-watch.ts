import type { Query } from './query.js';
import { type DatabaseState, readState } from './state.js';

/** ms between two looks, where nobody asks */
const interval = 15_000;

export interface StateWatch {
  /** Asks the database now. @throws SERVICE_UNAVAILABLE when it is away */
  check(): Promise<DatabaseState>;
  stop(): void;
}

/**
 * Looks at the state of the database at the start, now and then, and whenever it is asked.
 *
 * @param onReadOnly called when writing becomes impossible, with why, and with null when it is possible again
 */
export async function watchState(
  query: Query,
  onReadOnly: (readOnly: DatabaseState['readOnly']) => void,
): Promise<StateWatch & { readonly first: DatabaseState }> {
  let known: DatabaseState['readOnly'] = null;
  async function check() {
    const state = await readState(query);
    if (state.readOnly !== known) onReadOnly(state.readOnly);
    known = state.readOnly;
    return state;
  }
  const first = await check();
  // A database that is away is told by the requests and by readiness.
  const timer = setInterval(() => void check().catch(() => undefined), interval).unref();
  return { first, check, stop: () => clearInterval(timer) };
}
