import { graphql, type ResultOf } from '../../client/documents.js';
import { request } from '../api/request.js';

const callChanges = graphql(`
  query CallChanges($input: ChangesInput!) {
    changes(input: $input) {
      total
      changes {
        id
        entity {
          urn
        }
        undoable
        undone
      }
    }
  }
`);

type CallChange = ResultOf<typeof callChanges>['changes']['changes'][number];

/** A request that was answered, and what it has changed. */
export interface Call {
  /** The service's id of the request. */
  readonly id: string;
  readonly changes: readonly CallChange[];
}

/** The service returns no more at once by default. */
const pageSize = 1_000;

/** Returns all changes of a call, the newest first. @throws RequestError */
export async function readChanges(changeSet: string): Promise<readonly CallChange[]> {
  const found: CallChange[] = [];
  for (;;) {
    const input = { changeSet, start: found.length, count: pageSize };
    const { total, changes } = (await request(callChanges, { input })).changes;
    found.push(...changes);
    if (changes.length === 0 || found.length >= total) return found;
  }
}

/**
 * Returns the calls that have changed something that can be taken back: of two people who add the same tag, the second has
 * changed nothing. If the log cannot be read, there are none, and no undo.
 */
export async function readCalls(ids: readonly string[]): Promise<readonly Call[]> {
  const calls = await Promise.all(
    ids.map(async (id) => ({ id, changes: await readChanges(id).catch(() => []) })),
  );
  return calls.filter(({ changes }) => changes.some(({ undoable }) => undoable));
}
