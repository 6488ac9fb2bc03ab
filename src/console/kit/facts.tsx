import type { ComponentChildren } from 'preact';
import { Copy } from './copy.js';

interface FactProps {
  name: string;
  /** The fact is left out when it is empty. */
  children: ComponentChildren;
}

/** One of a list of facts. */
export function Fact({ name, children }: FactProps) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

export const UrnFact = ({ urn }: { urn: string }) => (
  <Fact name="URN">
    <span class="row one tight">
      <code class="cut" title={urn}>
        {urn}
      </code>
      <Copy text={urn} what="URN" isSmall />
    </span>
  </Fact>
);
