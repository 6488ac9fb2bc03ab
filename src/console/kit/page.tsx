import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { may } from '../api/caller.js';
import { type Privilege, privilegeText } from '../model/privileges.js';
import { Notice } from './notice.js';

export interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** One sentence below the title. */
  about?: ComponentChildren;
  /** The privilege to see the page. Absent: none is needed. */
  needs?: Privilege | undefined;
  children: ComponentChildren;
}

export function Page({ title, actions, about, needs, children }: PageProps) {
  const isAllowed = needs === undefined || may(needs);
  useEffect(() => {
    document.title = `${title} - Metadata catalog`;
  }, [title]);
  return (
    <div class="stack">
      <header class="stack">
        <div class="row apart">
          <h1>{title}</h1>
          {isAllowed && actions && <div class="row">{actions}</div>}
        </div>
        {about && <p class="soft">{about}</p>}
      </header>
      {isAllowed ? (
        children
      ) : (
        <Notice kind="warning">
          This page needs {privilegeText(needs)}. Someone with Manage Policies can grant it to you.
        </Notice>
      )}
    </div>
  );
}
