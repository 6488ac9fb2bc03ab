import type { Database } from './database.js';
import { type DatabaseState, readState } from './state.js';

const intervalMs = 15_000;

export interface StateWatch {
  /** Reads the state now. @throws SERVICE_UNAVAILABLE when the database is unavailable */
  check(): Promise<DatabaseState>;
  stop(): void;
}

/**
 * Reads the state of the database at the start, on `check`, and every 15 s where others can change it.
 *
 * @param onReadOnly called with the reason when writing becomes impossible, and with null when it is possible again
 */
export async function watchState(
  { query, kind }: Pick<Database, 'query' | 'kind'>,
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
  // Requests and readiness report an unavailable database.
  const timer =
    kind === 'embedded'
      ? undefined
      : setInterval(() => void check().catch(() => undefined), intervalMs).unref();
  return { first, check, stop: () => clearInterval(timer) };
}
