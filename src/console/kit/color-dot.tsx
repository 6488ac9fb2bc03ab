/**
 * A colour beside a name, such as that of a tag. Ingestion can write any text as a colour. `background-color` ignores what
 * is not a colour, and unlike `background` it never loads an address.
 */
export const Dot = ({ color }: { color: string | null | undefined }) => (
  <span class="dot" aria-hidden="true" style={color ? { backgroundColor: color } : undefined} />
);
