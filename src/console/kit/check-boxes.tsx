import type { Signal } from '@preact/signals';

interface CheckBoxesProps {
  legend: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: Signal<readonly string[]>;
}

/** Any of a few values. */
export function CheckBoxes({ legend, options, chosen }: CheckBoxesProps) {
  return (
    <fieldset class="boxes">
      <legend>{legend}</legend>
      {options.map(([value, text]) => (
        <label key={value} title={value === text ? undefined : value}>
          <input
            type="checkbox"
            checked={chosen.value.includes(value)}
            onChange={() => {
              chosen.value = chosen.value.includes(value)
                ? chosen.value.filter((one) => one !== value)
                : [...chosen.value, value];
            }}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  );
}
