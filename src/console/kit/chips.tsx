interface ChipsProps<Value extends string> {
  label: string;
  options: readonly (readonly [value: Value, text: string, count?: string])[];
  value: Value;
  onChange(value: Value): void;
}

/** One of a few values, as buttons of which one is pressed. */
export const Chips = <Value extends string>({ label, options, value, onChange }: ChipsProps<Value>) => (
  <div class="chips" role="group" aria-label={label}>
    {options.map(([name, text, count]) => (
      <button
        key={name}
        type="button"
        class="chip"
        aria-pressed={name === value}
        onClick={() => onChange(name)}
      >
        {text} {count && <small>{count}</small>}
      </button>
    ))}
  </div>
);
