import type { TadaDocumentNode } from 'gql.tada';
import { graphql, type ResultOf } from '../../client/documents.js';
import { caller } from '../api/caller.js';
import { isRefusal } from '../api/refusal.js';
import { reloadAll } from '../api/reload.js';
import { type RequestError, request } from '../api/request.js';
import { asRequestError } from '../api/use-query.js';
import { PartlyUndone } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';
import { numberText } from '../model/numbers.js';

const ownChanges = graphql(`
  query OwnChanges($input: ChangesInput!) {
    changes(input: $input) {
      changes {
        id
        entity {
          urn
        }
        fieldPath
        category
        operation
        modifier
        undoable
      }
    }
  }
`);

export type LoggedChange = ResultOf<typeof ownChanges>['changes']['changes'][number];

/** The service returns no more at once by default. */
const pageSize = 1_000;

/** Returns the order of two ids, which are a time and a number. */
function isAfter(id: string, other: string): boolean {
  const [[time = 0, number = 0], [otherTime = 0, otherNumber = 0]] = [id, other].map((text) =>
    text.split('-').map(Number),
  ) as [number[], number[]];
  return time > otherTime || (time === otherTime && number > otherNumber);
}

const readOwn = async (start: number, count: number) =>
  (await request(ownChanges, { input: { actorUrn: caller.value!.urn, start, count } })).changes.changes;

/**
 * What the caller changes from now on, from the change log. Only the log knows which tags an action added: of two people
 * who add the same one, the second has changed nothing.
 */
export class OwnChanges {
  /** The newest change that was there before. Undefined: the log cannot be read. */
  #last: string | undefined;

  static async start(): Promise<OwnChanges> {
    const changes = new OwnChanges();
    changes.#last = await readOwn(0, 1).then(
      ([newest]) => newest?.id ?? '',
      () => undefined,
    );
    return changes;
  }

  /** Returns the changes since the last call that match. If the log cannot be read, there are none, and no undo. */
  async next(matches: (change: LoggedChange) => boolean): Promise<readonly LoggedChange[]> {
    const last = this.#last;
    if (last === undefined) return [];
    const found: LoggedChange[] = [];
    try {
      for (;;) {
        const page = await readOwn(found.length, pageSize);
        const fresh = last === '' ? page : page.filter(({ id }) => isAfter(id, last));
        found.push(...fresh);
        if (fresh.length < pageSize) break;
      }
    } catch {
      return [];
    }
    this.#last = found[0]?.id ?? last;
    return found.filter((change) => change.undoable && matches(change));
  }
}

/** Changes that one request takes back: a document has at most 15 aliases. */
const perRequest = 10;

/**
 * Returns what takes changes back, the newest first. One that was changed again since stays. After a failure that is not
 * a refusal, the next call goes on.
 *
 * @param revert shows everything as it was. When a part stays, the page is only loaded again
 */
export function undoOf(ids: readonly string[], revert?: () => void) {
  let done = 0;
  const refused: RequestError[] = [];
  return async (onProgress: (text: string) => void): Promise<string> => {
    while (done + refused.length < ids.length) {
      const start = done + refused.length;
      if (start > 0) onProgress(`Undoing ${numberText(start)} of ${numberText(ids.length)} …`);
      const part = ids.slice(start, start + perRequest);
      try {
        await request(undoDocument(part.length), Object.fromEntries(part.map((id, at) => [`id${at}`, id])));
        done += part.length;
      } catch (thrown) {
        const error = asRequestError(thrown);
        // The service goes through the fields one by one, and stops at the one that it refuses.
        const at = error.field === undefined ? -1 : Number(error.field.slice(1));
        if (at > 0) done += at;
        if (at >= 0 && isRefusal(error)) refused.push(error);
        else {
          if (done > 0) reloadAll();
          throw done > 0
            ? new PartlyUndone(`${countUndone(done, ids.length)} ${refusal(error)}`, error.code)
            : error;
        }
      }
    }
    if (done > 0) reloadAll();
    if (refused.length === 0) {
      revert?.();
      return 'Undone';
    }
    if (done === 0) throw refused[0]!;
    return `${countUndone(done, ids.length)} The others stay as they are: ${refused[0]!.message}`;
  };
}

const countUndone = (done: number, total: number) =>
  `${numberText(done)} of ${numberText(total)} changes are undone.`;

const undoDocument = (count: number) => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return `mutation Undo(${numbers.map((number) => `$id${number}: String!`).join(', ')}) {
    ${numbers.map((number) => `u${number}: undoChange(id: $id${number})`).join('\n')}
  }` as unknown as TadaDocumentNode<Record<string, boolean>, Record<string, string>>;
};
