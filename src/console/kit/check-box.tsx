import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface CheckBoxProps {
  title?: string | undefined;
  checked: boolean;
  onChange(checked: boolean): void;
  /** Its label. */
  children: ComponentChildren;
}

export const CheckBox = ({ title, checked, onChange, children }: CheckBoxProps) => (
  <label class="check" title={title}>
    <input type="checkbox" checked={checked} onChange={() => onChange(!checked)} /> {children}
  </label>
);

/** A check box whose state is in a signal. */
export const Flag = ({ flag, children }: { flag: Signal<boolean>; children: ComponentChildren }) => (
  <CheckBox checked={flag.value} onChange={(isChecked) => (flag.value = isChecked)}>
    {children}
  </CheckBox>
);

interface CheckBoxesProps {
  legend: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: Signal<readonly string[]>;
}

/** Any of a few values. */
export const CheckBoxes = ({ legend, options, chosen }: CheckBoxesProps) => (
  <fieldset class="field boxes">
    <legend>{legend}</legend>
    {options.map(([value, text]) => (
      <CheckBox
        key={value}
        title={value === text ? undefined : value}
        checked={chosen.value.includes(value)}
        onChange={(isChecked) => {
          const others = chosen.value.filter((one) => one !== value);
          chosen.value = isChecked ? [...others, value] : others;
        }}
      >
        {text}
      </CheckBox>
    ))}
  </fieldset>
);
