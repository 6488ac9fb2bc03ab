import type { ComponentChildren } from 'preact';

interface TableFrameProps {
  /** The name of the table, as in "Columns". */
  label: string;
  /** Whether long tables scroll within the frame. */
  isShort?: boolean;
  children: ComponentChildren;
}

/** A frame in which a table scrolls, by keys too. */
export const TableFrame = ({ label, isShort = false, children }: TableFrameProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, keys cannot scroll what the frame hides.
  <section class={`table ${isShort ? 'short' : ''}`} aria-label={label} tabIndex={0}>
    {children}
  </section>
);
