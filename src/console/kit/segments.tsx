interface SegmentsProps<Value extends string> {
  label: string;
  /** 2 to 5, which exclude each other. */
  options: readonly (readonly [value: Value, text: string])[];
  value: Value;
  onChange(value: Value): void;
}

/** One of a few values, as parts of one bar of which one is pressed. */
export const Segments = <Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) => (
  <div class="seg" role="group" aria-label={label}>
    {options.map(([name, text]) => (
      <button key={name} type="button" aria-pressed={name === value} onClick={() => onChange(name)}>
        {text}
      </button>
    ))}
  </div>
);
