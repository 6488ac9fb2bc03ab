import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.js';
import { type Privilege, privilegeText } from '../model/privileges.js';

export function Notice({
  kind = '',
  children,
}: {
  kind?: 'warning' | 'failure' | '';
  children: ComponentChildren;
}) {
  return <div class={`notice ${kind}`}>{children}</div>;
}

/** Returns why something failed, with the privilege that is needed. */
export const refusal = ({ message, code }: RequestError, needs?: Privilege): string =>
  code === 'UNAUTHORIZED' && needs ? `${message} This needs ${privilegeText(needs)}.` : message;

interface FailureProps {
  error: RequestError;
  needs?: Privilege | undefined;
  retry?: () => void;
}

/** Says why something failed, and how to go on. */
export function Failure({ error, needs, retry }: FailureProps) {
  return (
    <div class="notice failure stack" role="alert">
      <p>{refusal(error, needs)}</p>
      {retry && (
        <div>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}
