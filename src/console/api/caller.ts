import { signal } from '@preact/signals';
import { type Privilege, suffices } from '../model/privileges.js';

interface Caller {
  readonly urn: string;
  /** The display name. */
  readonly name: string;
  /** The names of the privileges over the whole catalog, within the scopes of the token. */
  readonly privileges: ReadonlySet<string>;
}

/** The user of the console. Null: there is no session. Undefined: the service has not answered yet. */
export const caller = signal<Caller | null | undefined>(undefined);

/** Whether the last session has ended by itself. The caller stays known, so that their page stays as it is. */
export const sessionEnded = signal(false);

/** That the token of the session ends soon; empty: it does not. */
export const tokenWarning = signal('');

export function callerIsUnknown(): void {
  tokenWarning.value = '';
  if (caller.value) sessionEnded.value = true;
  else caller.value = null;
}

/** Whether the caller may do what needs a privilege. Only hides what the service would refuse. */
export const may = (needed: Privilege): boolean => suffices(caller.value?.privileges, needed);
