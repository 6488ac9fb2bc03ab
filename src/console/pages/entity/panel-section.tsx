import type { ComponentChildren } from 'preact';

interface PanelSectionProps {
  title: string;
  /** Beside the title. */
  action?: ComponentChildren;
  children: ComponentChildren;
}

export const PanelSection = ({ title, action, children }: PanelSectionProps) => (
  <section aria-label={title}>
    <h2>
      {title}
      {action}
    </h2>
    {children}
  </section>
);
