interface BarProps {
  /** From 0 to 1. */
  part: number;
  /** Beside the bar. */
  text: string;
}

/** A part of a whole as a bar. Screen readers have its text. */
export function Bar({ part, text }: BarProps) {
  return (
    <span class="bar">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class="whole" width="100" height="8" rx="2" />
        <rect class="part" width={Math.max(0, Math.min(1, part)) * 100} height="8" rx="2" />
      </svg>
      <span>{text}</span>
    </span>
  );
}
