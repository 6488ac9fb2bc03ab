import type { ComponentChildren } from 'preact';
import { anyPrivilege } from '../model/privileges.js';
import type { RequestError } from '../model/request-error.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

type Kind = 'warn' | 'bad' | 'good' | 'plain';
const icons = { warn: 'warn', bad: 'stop', good: 'ok', plain: 'info' } as const;

interface NoticeProps {
  kind?: Kind;
  role?: 'alert' | 'status';
  children: ComponentChildren;
}

/** A sentence about the state of what it stands above. */
export const Notice = ({ kind = 'plain', role, children }: NoticeProps) => (
  <div class={`banner ${kind}`} role={role}>
    <Icon name={icons[kind]} />
    <div class="stack tight">{children}</div>
  </div>
);

/** Returns why something failed, with the privileges of which one is needed. */
export const refusal = ({ message, missingPrivileges, isUncertain }: RequestError): string =>
  missingPrivileges.length > 0
    ? `${message} This needs ${anyPrivilege(missingPrivileges)}.`
    : isUncertain
      ? `${message} The change may have been made all the same.`
      : message;

/** Returns that something was not done and why. @param sentence as in "Not undone." */
export const notDone = (sentence: string, error: RequestError): string =>
  error.isUncertain ? refusal(error) : `${sentence} ${refusal(error)}`;

interface FailureProps {
  error: RequestError;
  retry?: () => void;
}

/** Says why something failed, and how to go on. */
export const Failure = ({ error, retry }: FailureProps) => (
  <Notice kind="bad" role="alert">
    <p>{refusal(error)}</p>
    {retry && (
      <div>
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      </div>
    )}
  </Notice>
);
