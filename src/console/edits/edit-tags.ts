import { reloadAll } from '../api/reload.js';
import { say, sayFailure, startProgress } from '../kit/messages.js';
import { refusal } from '../kit/notice.js';
import type { ShownTag } from '../model/listed-entity.js';
import { numberText } from '../model/numbers.js';
import { asRequestError } from '../model/request-error.js';
import { counted } from '../model/text.js';
import { readCalls } from './change-log.js';
import { type Place, placesMax, stepsOf, type TagStep, writeTags } from './change-tags.js';
import type { TagEdit } from './picked.js';
import { undoCalls } from './undo.js';

interface TagChange {
  readonly places: readonly Place[];
  readonly edit: TagEdit;
  /** The name of the places, as in "orders" or "3 columns". */
  readonly name: string;
  /** Shows the change before the service has made it. */
  apply(): void;
  /** Takes back what `apply` did, and nothing that was done since. Called after a failure, and by Undo. */
  revert(): void;
}

/**
 * Changes tags of an entity or of columns, shows it at once, and offers to take back exactly what was changed. More places
 * than one request may have are changed in several; after a failure, the rest stays as it was.
 */
export async function editTags({ places, edit, name, apply, revert }: TagChange): Promise<void> {
  const steps = stepsOf(edit).map((step) => ({ ...step, done: 0 }));
  if (steps.length === 0) return;
  const some = (count: number) => (count === places.length ? name : `${numberText(count)} of ${name}`);
  apply();
  const ids: string[] = [];
  const progress = startProgress();
  try {
    for (const step of steps)
      while (step.done < places.length) {
        if (places.length > placesMax) progress.say(progressText(step, some(step.done)));
        const part = places.slice(step.done, step.done + placesMax);
        await writeTags(step, part, { onCall: (id) => ids.push(id) });
        step.done += part.length;
      }
  } catch (thrown) {
    revert();
    const error = asRequestError(thrown);
    const step = steps.find(({ done }) => done < places.length)!;
    const left = some(places.length - step.done);
    sayFailure(
      error.isUncertain
        ? `It is not known whether ${tagsText(step, left, true)} ${error.message}`
        : `${tagsText(step, left, false)} ${refusal(error)}`,
    );
  }
  progress.end();
  const begun = steps.filter(({ done }) => done > 0);
  if (begun.length === 0) return;
  // After a failure, what was changed before it is not shown any more.
  if (steps.some(({ done }) => done < places.length)) reloadAll();
  const calls = await readCalls(ids);
  const text = begun.map((step) => tagsText(step, some(step.done), true)).join(' ');
  say(text, calls.length > 0 ? undoCalls(calls, revert) : undefined);
}

/** As in "PII was added to orders." */
function tagsText({ verb, tags }: TagStep, places: string, isDone: boolean): string {
  const be = tags.length === 1 ? 'was' : 'were';
  const [past, to] = verb === 'add' ? ['added', 'to'] : ['removed', 'from'];
  return `${tagNames(tags)} ${be} ${isDone ? '' : 'not '}${past} ${to} ${places}.`;
}

/** As in "Adding PII: 1,000 of 1,200 columns …" */
const progressText = ({ verb, tags }: TagStep, places: string): string =>
  `${verb === 'add' ? 'Adding' : 'Removing'} ${tagNames(tags)}: ${places} …`;

/** The name of a tag, or the number of several. */
export const tagNames = (tags: readonly ShownTag[]): string =>
  tags.length === 1 ? tags[0]!.name : counted(tags.length, 'tag');
