import type { TadaDocumentNode } from 'gql.tada';
import { undoChanges } from '../../client/change.js';
import { isRefusal } from '../api/refusal.js';
import { reloadAll } from '../api/reload.js';
import { type RequestOptions, request } from '../api/request.js';
import { PartlyUndone, say, type Undo } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';
import { numberText } from '../model/numbers.js';
import { asRequestError, type RequestError } from '../model/request-error.js';
import { type Call, readCalls, readChanges } from './change-log.js';

/** What has become of the changes that an undo takes back. */
class Tally {
  done = 0;
  /** Those of `done` that an earlier attempt or another person had taken back. */
  before = 0;
  readonly refused: RequestError[] = [];

  add({ done, before, refused }: Tally): void {
    this.done += done;
    this.before += before;
    this.refused.push(...refused);
  }

  /** Returns what to say. @throws RequestError when nothing was taken back */
  tell(total: number): string {
    const [first] = this.refused;
    if (!first) return this.before === total ? 'It was already undone' : 'Undone';
    if (this.done === 0) throw first;
    return `${countUndone(this.done, total)} The others stay as they are: ${refusal(first)}`;
  }

  /** Returns the error to throw after a failure that is not a refusal. */
  toError(thrown: unknown, total: number): RequestError {
    const error = asRequestError(thrown);
    // The service has reached its own timeout, and says how far it came.
    const isCut = error.code === 'SERVICE_UNAVAILABLE';
    if (this.done === 0 && !isCut) return error;
    const sentence = isCut ? 'Not all changes are undone.' : countUndone(this.done, total);
    return new PartlyUndone(`${sentence} ${refusal(error)}`, error.code);
  }
}

const countUndone = (done: number, total: number) =>
  `${numberText(done)} of ${numberText(total)} changes are undone.`;

/**
 * Returns what takes back all changes of an action, the newest call first. One that was changed again since stays. After a
 * failure that is not a refusal, the next attempt goes on.
 *
 * @param revert shows everything as it was. When a part stays, the page is only loaded again
 */
export function undoCalls(calls: readonly Call[], revert?: () => void): Undo {
  const total = calls.reduce((sum, { changes }) => sum + changes.length, 0);
  const left = [...calls];
  const all = new Tally();
  return async (onProgress) => {
    while (left.length > 0) {
      if (left.length < calls.length) onProgress(`Undoing ${numberText(all.done)} of ${numberText(total)} …`);
      const one = new Tally();
      try {
        await undoCall(left.at(-1)!, one);
      } catch (error) {
        reloadAll();
        one.add(all);
        throw one.toError(error, total);
      }
      all.add(one);
      left.pop();
    }
    if (all.done > 0) reloadAll();
    if (all.refused.length === 0 && all.before < total) revert?.();
    return all.tell(total);
  };
}

/** Takes back the changes of a call. @throws RequestError that is not a refusal */
async function undoCall({ id, changes }: Call, tally: Tally): Promise<void> {
  try {
    await request(undoChanges, { changeSet: id });
    tally.done = changes.length;
  } catch (thrown) {
    const error = asRequestError(thrown);
    if (!isRefusal(error)) throw error;
    // One change is enough for the service to refuse all.
    const now = error.code === 'CONFLICT' || error.code === 'BAD_REQUEST' ? await readChanges(id) : [];
    tally.before = now.filter(({ undone }) => undone).length;
    tally.done = tally.before;
    await undoEach(
      now.filter(({ undoable, undone }) => undoable && !undone).map((change) => change.id),
      tally,
    );
    if (tally.done < changes.length && tally.refused.length === 0) tally.refused.push(error);
  }
}

/** Changes that one request takes back one by one: a document has at most 15 aliases. */
const perRequest = 10;

/**
 * Takes changes back one by one, the newest first. One that was changed again since stays.
 *
 * @param onCall as of `request`
 * @throws RequestError that is not a refusal
 */
async function undoEach(
  ids: readonly string[],
  tally: Tally,
  onCall?: RequestOptions['onCall'],
): Promise<void> {
  let start = 0;
  while (start < ids.length) {
    const part = ids.slice(start, start + perRequest);
    try {
      const variables = Object.fromEntries(part.map((id, at) => [`id${at}`, id]));
      await request(undoDocument(part.length), variables, onCall && { onCall });
      tally.done += part.length;
      start += part.length;
    } catch (thrown) {
      const error = asRequestError(thrown);
      // The service goes through the fields one by one, and stops at the one that it refuses.
      const at = error.field === undefined ? -1 : Number(error.field.slice(1));
      if (at > 0) tally.done += at;
      if (at < 0 || !isRefusal(error)) throw error;
      tally.refused.push(error);
      start += at + 1;
    }
  }
}

const undoDocument = (count: number) => {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return `mutation Undo(${numbers.map((number) => `$id${number}: String!`).join(', ')}) {
    ${numbers.map((number) => `u${number}: undoChange(id: $id${number})`).join('\n')}
  }` as unknown as TadaDocumentNode<Record<string, boolean>, Record<string, string>>;
};

/**
 * Takes back some changes, which need not be all of their calls, and says so with an Undo of its own.
 *
 * @param ids the newest first
 */
export async function undoSome(ids: readonly string[]): Promise<void> {
  const tally = new Tally();
  const calls: string[] = [];
  try {
    await undoEach(ids, tally, (call) => calls.push(call));
  } catch (error) {
    throw tally.toError(error, ids.length);
  } finally {
    if (tally.done > 0) reloadAll();
  }
  const text = tally.tell(ids.length);
  const made = await readCalls(calls);
  say(text, made.length > 0 ? undoCalls(made) : undefined);
}
