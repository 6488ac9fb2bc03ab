import type { ComponentChildren } from 'preact';

interface SectionProps {
  title: string;
  children: ComponentChildren;
}

/** A part of a page. */
export const Section = ({ title, children }: SectionProps) => (
  <section class="stack" aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
