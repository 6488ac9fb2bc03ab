import type { ComponentChildren } from 'preact';
import type { RequestError } from '../api/request.js';
import { privilegeText } from '../model/privileges.js';

export function Notice({
  kind = '',
  children,
}: {
  kind?: 'warning' | 'failure' | '';
  children: ComponentChildren;
}) {
  return <div class={`notice ${kind}`}>{children}</div>;
}

/** Returns why something failed, with the privileges of which one is needed. */
export const refusal = ({ message, code }: RequestError, needs: readonly string[] = []): string =>
  code === 'UNAUTHORIZED' && needs.length > 0 ? `${message} This needs ${privilegeText(needs)}.` : message;

interface FailureProps {
  error: RequestError;
  /** The names of the privileges of which one is needed. */
  needs?: readonly string[] | undefined;
  retry?: () => void;
}

/** Says why something failed, and how to go on. */
export function Failure({ error, needs = [], retry }: FailureProps) {
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
