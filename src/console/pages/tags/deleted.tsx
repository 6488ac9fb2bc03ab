import { bringBack } from '../../edits/delete-tag.js';
import { Button } from '../../kit/button.js';
import { say, sayFailure } from '../../kit/messages.js';
import { notDone } from '../../kit/notice.js';
import type { Column } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { useAction } from '../../kit/use-action.js';
import { asRequestError } from '../../model/request-error.js';
import type { ListedTag } from './request.js';

/** The last columns of deleted tags, which can be restored. The page of each says who deleted it. */
export const deletedColumns: readonly Column<ListedTag>[] = [
  { head: 'Deleted', cell: ({ deletedAt }) => <Time ms={deletedAt} /> },
  { head: 'Actions', kind: 'actions', cell: (tag) => <Restore tag={tag} /> },
];

function Restore({ tag: { urn, name } }: { tag: ListedTag }) {
  const action = useAction();
  const restore = async () => {
    try {
      say(await bringBack(urn, `The tag ${name} is restored.`));
    } catch (error) {
      sayFailure(notDone(`The tag ${name} is not restored.`, asRequestError(error)));
    }
  };
  return (
    <Button
      size="small"
      icon="undo"
      aria-label={`Restore ${name}`}
      isDisabled={action.isRunning}
      onClick={() => action.run(restore)}
    >
      {action.isRunning ? 'Restoring …' : 'Restore'}
    </Button>
  );
}
