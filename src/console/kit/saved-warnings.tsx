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
        <Notice key={text} kind="warning">
          {text.charAt(0).toUpperCase() + text.slice(1)}.
        </Notice>
      ))}
      <div>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
