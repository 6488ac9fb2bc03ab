import { reloadAll } from '../api/reload.js';
import { asRequestError } from '../api/use-query.js';
import { say, sayFailure } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';
import type { ShownTag } from '../model/listed-entity.js';
import { counted } from '../model/text.js';
import { readCalls } from './change-log.js';
import { type Place, stepsOf, type TagStep, writeTags } from './change-tags.js';
import type { TagEdit } from './picked.js';
import { undoCalls } from './undo.js';

interface TagChange {
  /** At most 1,000: what the service takes at once by default. */
  readonly places: readonly Place[];
  readonly edit: TagEdit;
  /** The name of the places, as in "orders" or "3 columns". */
  readonly name: string;
  /** Shows the change before the service has made it. */
  apply(): void;
  /** Takes back what `apply` did, and nothing that was done since. Called when the service refuses, and by Undo. */
  revert(): void;
}

/** Changes tags of an entity or of columns, shows it at once, and offers to take back exactly what was changed. */
export async function editTags({ places, edit, name, apply, revert }: TagChange): Promise<void> {
  const steps = stepsOf(edit);
  if (steps.length === 0) return;
  apply();
  const ids: string[] = [];
  const done: TagStep[] = [];
  try {
    for (const step of steps) {
      await writeTags(step, places, { onCall: (id) => ids.push(id) });
      done.push(step);
    }
  } catch (thrown) {
    revert();
    const error = asRequestError(thrown);
    sayFailure(
      error.isUncertain
        ? `It is not known whether ${tagsText(steps[done.length]!, name, true)} ${error.message}`
        : `${tagsText(steps[done.length]!, name, false)} ${refusal(error)}`,
    );
    // What the first step has changed is not shown any more.
    if (done.length > 0) reloadAll();
  }
  if (done.length === 0) return;
  const calls = await readCalls(ids);
  const text = done.map((step) => tagsText(step, name, true)).join(' ');
  say(text, calls.length > 0 ? undoCalls(calls, revert) : undefined);
}

/** As in "PII was added to orders." */
function tagsText({ verb, tags }: TagStep, name: string, isDone: boolean): string {
  const what = tagNames(tags);
  const be = tags.length === 1 ? 'was' : 'were';
  const [past, to] = verb === 'add' ? ['added', 'to'] : ['removed', 'from'];
  return `${what} ${be} ${isDone ? '' : 'not '}${past} ${to} ${name}.`;
}

/** The name of a tag, or the number of several. */
export const tagNames = (tags: readonly ShownTag[]): string =>
  tags.length === 1 ? tags[0]!.name : counted(tags.length, 'tag');
