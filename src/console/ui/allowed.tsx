import type { ComponentChildren } from 'preact';
import { may } from '../api/caller.js';
import { privilegeText } from '../privileges.js';
import { Notice } from './notice.js';

interface AllowedProps {
  /** One of these privileges suffices. */
  needs: readonly string[];
  children: ComponentChildren;
}

/** Shows a page, or which privilege its caller lacks. */
export function AllowedPage({ needs, children }: AllowedProps) {
  if (may(...needs)) return <>{children}</>;
  return (
    <Notice kind="warning">
      This page needs {privilegeText(needs)}. Someone with Manage Policies can grant it to you.
    </Notice>
  );
}

/** Shows an action only to those who may do it. */
export const Allowed = ({ needs, children }: AllowedProps) => may(...needs) && <>{children}</>;
