import type { Rights } from '../../api/use-rights.js';
import { undoSome } from '../../edits/undo.js';
import { Button } from '../../kit/button.js';
import { Badge } from '../../kit/marks.js';
import { notUndone, sayFailure } from '../../kit/messages.js';
import { useAction } from '../../kit/use-action.js';
import { type Act, type Change, mayUndo, type Outcome } from './change.js';

interface UndoActProps {
  act: Act;
  outcomes: ReadonlyMap<string, Outcome>;
  rights: Rights;
}

/** Takes an act back, as far as nothing has changed the same things since, or says that it was taken back. */
export function UndoAct({ act, outcomes, rights }: UndoActProps) {
  const action = useAction();
  const has = (outcome: Outcome) => act.changes.filter(({ id }) => outcomes.get(id) === outcome);
  const undoable = has('undoable').filter((change) => mayUndo(change, rights));
  if (has('undone').length === act.changes.length) return <Badge title="Taken back later">undone</Badge>;
  if (undoable.length === 0) return null;
  return (
    <Button
      kind="plain"
      size="small"
      icon="undo"
      title={undoable.length < act.changes.length ? 'Takes back what has not changed since' : undefined}
      isDisabled={action.isRunning}
      onClick={({ currentTarget }) => {
        // The button disappears, and its line keeps the focus.
        const line = currentTarget.closest('li');
        action.run(async () => {
          await undo(undoable);
          if (line) line.tabIndex = -1;
          line?.focus();
        });
      }}
    >
      {action.isRunning ? 'Undoing …' : 'Undo'}
    </Button>
  );
}

async function undo(changes: readonly Change[]): Promise<void> {
  try {
    await undoSome(changes.map(({ id }) => id));
  } catch (error) {
    sayFailure(notUndone(error));
  }
}
