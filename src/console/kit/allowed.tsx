import type { ComponentChildren } from 'preact';
import { may } from '../api/caller.js';
import { privilegeText } from '../model/privileges.js';
import { Notice } from './notice.js';
import { Page } from './page.js';

interface AllowedProps {
  /** One of these privileges suffices. */
  needs: readonly string[];
  children: ComponentChildren;
}

interface AllowedPageProps extends AllowedProps {
  /** Absent: the page has its title already. */
  title?: string;
}

/** Shows a page, or which privilege its caller lacks. */
export function AllowedPage({ title, needs, children }: AllowedPageProps) {
  if (may(...needs)) return <>{children}</>;
  const notice = (
    <Notice kind="warning">
      This page needs {privilegeText(needs)}. Someone with Manage Policies can grant it to you.
    </Notice>
  );
  return title === undefined ? notice : <Page title={title}>{notice}</Page>;
}

/** Shows an action only to those who may do it. */
export const Allowed = ({ needs, children }: AllowedProps) => may(...needs) && <>{children}</>;
