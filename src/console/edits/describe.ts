import { updateDescription } from '../../client/change.js';
import { request } from '../api/request.js';
import { say } from '../kit/messages.js';
import { readCalls } from './change-log.js';
import type { Place } from './change-tags.js';
import { undoCalls } from './undo.js';

/** What people wrote about an entity or a column, and what was ingested about it; empty: nothing. */
export interface Texts {
  readonly edited: string;
  readonly ingested: string;
}

export const shownText = ({ edited, ingested }: Texts): string => edited || ingested;

/** Returns the hint of a field for a description. */
export const ingestedHint = (ingested: string): string =>
  ingested === '' ? '' : 'If empty, the ingested description is shown.';

export interface Described extends Texts {
  readonly place: Place;
  /** Called with the new edited description, and after Undo with the one before. */
  onChange(edited: string): void;
}

/**
 * Describes entities or columns, one after the other, and offers to take it back.
 *
 * @param name as in "orders" or "2 columns"
 * @throws RequestError; what was described before stays
 */
export async function describe(all: readonly Described[], name: string, text: string): Promise<void> {
  // A text that equals the ingested one is not stored, so that the next ingestion can change it.
  const changed = all
    .map((one) => ({ ...one, next: text === one.ingested ? '' : text }))
    .filter(({ edited, next }) => edited !== next);
  if (changed.length === 0) return;
  const ids: string[] = [];
  for (const { place, next, onChange } of changed) {
    await request(
      updateDescription,
      { input: { ...place, description: next } },
      { onCall: (id) => ids.push(id) },
    );
    onChange(next);
  }
  const calls = await readCalls(ids);
  const revert = () => {
    for (const { edited, onChange } of changed) onChange(edited);
  };
  // The log stores no long texts; then there is nothing to go back to.
  const isLogged = calls.length === changed.length;
  say(
    `The description of ${name} is saved.${isLogged ? '' : ' It cannot be undone.'}`,
    isLogged ? undoCalls(calls, revert) : undefined,
  );
}
