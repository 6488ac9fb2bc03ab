import type { ComponentChildren } from 'preact';
import { Copy } from './copy.js';

interface FactProps {
  name: string;
  /** Whether somebody has to look at it. */
  isBad?: boolean;
  /** Nothing: the fact is left out. */
  children: ComponentChildren;
}

/** One of a list of facts. */
export function Fact({ name, isBad = false, children }: FactProps) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
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

export const UrnFact = ({ urn }: { urn: string }) => (
  <Fact name="URN">
    <span class="row">
      <code>{urn}</code> <Copy text={urn} what="URN" />
    </span>
  </Fact>
);
