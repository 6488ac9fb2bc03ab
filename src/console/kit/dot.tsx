/**
 * A colour beside a name, such as that of a tag. What is not a colour shows nothing: ingestion can write any text, and
 * only this property takes no address.
 */
export const Dot = ({ color }: { color: string | null | undefined }) => (
  <span class="dot" aria-hidden="true" style={color ? { backgroundColor: color } : undefined} />
);
