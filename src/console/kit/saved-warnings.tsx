import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';

interface SavedWarningsProps {
  title: string;
  warnings: readonly string[];
  onClose(): void;
}

/** Says what a change that was saved has as a consequence. */
export function SavedWarnings({ title, warnings, onClose }: SavedWarningsProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {warnings.map((text) => (
        <Notice key={text} kind="warn">
          {text.charAt(0).toUpperCase() + text.slice(1)}.
        </Notice>
      ))}
      <div>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
