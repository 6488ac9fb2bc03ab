import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.js';

interface EmptyProps {
  icon: IconName;
  /** What is not there. */
  title: string;
  /** Why, or what comes next. */
  children?: ComponentChildren;
  /** At most two. */
  actions?: ComponentChildren;
}

/** Says that there is nothing to show, and what to do about it. */
export const Empty = ({ icon, title, children, actions }: EmptyProps) => (
  <div class="empty" role="status">
    <Icon name={icon} isBig />
    <h2>{title}</h2>
    {children}
    {actions && <div class="row">{actions}</div>}
  </div>
);
