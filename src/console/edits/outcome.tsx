import { Button } from '../kit/button.js';
import { copyText } from '../kit/copy.js';
import { Dialog } from '../kit/dialog.js';
import { numberText } from '../model/numbers.js';
import { counted } from '../model/text.js';
import type { Outcome, Refused } from './bulk-run.js';
import { tagNames } from './edit-tags.js';
import type { TagEdit } from './picked.js';

/** As in "PII added: 18 entities changed, 2 refused". */
export function outcomeText({ added, removed }: TagEdit, outcome: Outcome): string {
  const { done, changed, alreadySo, calls, refused, uncertain, left, failure } = outcome;
  const what = [
    ...(added.length > 0 ? [`${tagNames(added)} added`] : []),
    ...(removed.length > 0 ? [`${tagNames(removed)} removed`] : []),
  ];
  const entities = (count: number) => counted(count, 'entity', 'entities');
  const parts = [
    // Without entries in the change log it is not known which had to be changed.
    ...(calls.length > 0 ? [`${entities(changed)} changed`] : [`${entities(done)} done`]),
    ...(calls.length > 0 && alreadySo > 0 ? [`${numberText(alreadySo)} already so`] : []),
    ...(refused.length > 0 ? [`${numberText(refused.length)} refused`] : []),
    ...(uncertain > 0 ? [`${numberText(uncertain)} may have been changed`] : []),
    ...(left > 0 ? [`${numberText(left)} left as they were`] : []),
  ];
  return `${what.join(', ')}: ${parts.join(', ')}.${failure ? ` ${failure}` : ''}`;
}

/** Entities that the dialog lists. All of them can be copied. */
const shownMax = 100;

interface RefusedListProps {
  /** The whole outcome in words. */
  text: string;
  refused: readonly Refused[];
  nameOf(urn: string): string;
  onClose(): void;
}

/** Names what was refused, and why. */
export function RefusedList({ text, refused, nameOf, onClose }: RefusedListProps) {
  const copy = () => copyText(refused.map(({ urn, reason }) => `${urn}\t${reason}`).join('\n'), 'List');
  return (
    <Dialog
      title={`${counted(refused.length, 'entity was', 'entities were')} refused`}
      about={text}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={copy}>
            Copy the list
          </Button>
          <Button kind="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul class="refused">
        {refused.slice(0, shownMax).map(({ urn, reason }) => (
          <li key={urn} title={urn}>
            <bdi>{nameOf(urn)}</bdi> <small class="soft">{reason}</small>
          </li>
        ))}
        {refused.length > shownMax && (
          <li class="soft">and {numberText(refused.length - shownMax)} more, which are in the copy</li>
        )}
      </ul>
    </Dialog>
  );
}
