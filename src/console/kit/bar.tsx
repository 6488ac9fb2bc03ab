interface BarProps {
  /** Each from 0 to 1; together at most 1. */
  parts: readonly number[];
  kind?: 'warn' | 'bad';
}

const classes = ['', 'b', 'c'];

/** Parts of a whole as a bar, for the eye only: a text beside it has the numbers. */
export function Bar({ parts, kind }: BarProps) {
  const bounded = parts.map((part) => Math.max(0, Math.min(1, part)) * 100);
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      {bounded.map((width, index) => (
        <rect
          key={index}
          class={kind ?? classes[index]}
          x={bounded.slice(0, index).reduce((sum, each) => sum + each, 0)}
          width={width}
          height="6"
        />
      ))}
    </svg>
  );
}
