import { Dialog } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';

interface SavedWarningsProps {
  name: string;
  warnings: readonly string[];
  onClose(): void;
}

/** Says why a policy that was saved grants less than its text says. */
export function SavedWarnings({ name, warnings, onClose }: SavedWarningsProps) {
  return (
    <Dialog title={`${name} is saved, but grants less than it says`} onClose={onClose}>
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
