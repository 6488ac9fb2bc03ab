import type { Signal } from '@preact/signals';
import { Field } from './field.js';

interface TextAreaProps {
  label: string;
  hint?: string;
  text: Signal<string>;
  rows?: number;
  maxLength?: number;
}

/** Text of several lines, whose value is in a signal. */
export const TextArea = ({ label, hint, text, rows = 4, maxLength }: TextAreaProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <textarea
        {...control}
        class="input"
        rows={rows}
        maxLength={maxLength}
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
    )}
  </Field>
);
