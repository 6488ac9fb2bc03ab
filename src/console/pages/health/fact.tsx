import type { ComponentChildren } from 'preact';

interface FactProps {
  name: string;
  /** Needs somebody's attention. */
  isBad?: boolean;
  children: ComponentChildren;
}

export function Fact({ name, isBad = false, children }: FactProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd class={isBad ? 'bad' : ''}>
        {isBad && <span aria-hidden="true">▲ </span>}
        {children}
      </dd>
    </>
  );
}
