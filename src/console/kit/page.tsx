import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { caller, may } from '../api/caller.js';
import { type Privilege, privilegeText } from '../model/privileges.js';
import { Button } from './button.js';
import { copyText } from './copy.js';
import { Empty } from './empty.js';

/** Sets the title of the window. */
export const useTitle = (title: string): void =>
  useEffect(() => {
    document.title = `${title} · Catalog`;
  }, [title]);

export interface PageProps {
  title: string;
  /** The kind of what the title names, for the title of the window, as in "Tag". */
  kind?: string;
  /** In place of the title in the heading. */
  heading?: ComponentChildren;
  /** Above the heading, such as the place of an entity. */
  above?: ComponentChildren;
  /** In place of the title and what is beside it. */
  head?: ComponentChildren;
  /** Beside the title. */
  actions?: ComponentChildren;
  /** One sentence below the title. */
  about?: ComponentChildren;
  /** The privilege to see the page. Absent: none is needed. */
  needs?: Privilege | undefined;
  children: ComponentChildren;
}

export function Page(props: PageProps) {
  const { title, kind = '', heading, above, head, actions, about, needs, children } = props;
  const isAllowed = needs === undefined || may(needs);
  useTitle(`${kind} ${title}`.trim());
  return (
    <>
      {above}
      {head ?? (
        <header class="page-head">
          <div>
            <h1>{heading ?? <bdi>{title}</bdi>}</h1>
            {about && <p>{about}</p>}
          </div>
          {isAllowed && actions && <div class="row">{actions}</div>}
        </header>
      )}
      {isAllowed ? children : <NotPermitted title={title} needs={needs} />}
    </>
  );
}

/** Names the privilege, and has a text for those who can grant it. */
function NotPermitted({ title, needs }: { title: string; needs: Privilege }) {
  const what = privilegeText(needs);
  const { name, urn } = caller.value!;
  const request = `Please grant ${name} (${urn}) ${what} in the metadata catalog, to open “${title}”: ${location.href}`;
  return (
    <Empty
      icon="lock"
      title="You may not see this page"
      actions={
        <Button icon="copy" onClick={() => copyText(request, 'Request')}>
          Copy a request to send
        </Button>
      }
    >
      <p>
        It needs <strong>{what}</strong>. An administrator can grant it in a policy.
      </p>
    </Empty>
  );
}
