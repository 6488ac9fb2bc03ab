import type { ComponentChildren } from 'preact';

interface PartProps {
  title: string;
  /** The link to all of it. */
  all?: { readonly text: string; readonly href: string };
  children: ComponentChildren;
}

/** A part of the home page, with the way to all of what it shows the beginning of. */
export const Part = ({ title, all, children }: PartProps) => (
  <section>
    <div class="section-head">
      <h2>{title}</h2>
      {all && <a href={all.href}>{all.text}</a>}
    </div>
    {children}
  </section>
);

/** The place of a list while it is loaded. */
export const SkeletonLines = ({ count }: { count: number }) => (
  <ul class="feed lined" aria-busy="true" aria-hidden="true">
    {Array.from({ length: count }, (_, index) => (
      <li key={index}>
        <span class="sk tick" />
        <span class={`sk ${['w3', 'w4', 'w2'][index % 3]}`} />
      </li>
    ))}
  </ul>
);
