import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
}

/** A control with its label and a hint below. */
export function Field({
  label,
  hint,
  children,
}: FieldProps & { children(props: ControlProps): ComponentChildren }) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint ? hintId : undefined })}
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  text: Signal<string>;
  type?: 'text' | 'search' | 'password' | 'date' | 'color';
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  autocomplete?: 'off';
  spellcheck?: boolean;
}

/** A line of text, kept in a signal. */
export function TextField({ label, hint, text, type = 'text', ...attributes }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          type={type as 'text'}
          {...attributes}
          {...control}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      )}
    </Field>
  );
}

type ChoiceProps<Value extends string | number> = FieldProps & {
  value: Value;
  options: readonly (readonly [value: Value, text: string])[];
  onChange(value: Value): void;
};

/** One of a few values. */
export function Choice<Value extends string | number>({
  label,
  hint,
  value,
  options,
  onChange,
}: ChoiceProps<Value>) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select
          {...control}
          value={value}
          onChange={(event) => onChange(options[event.currentTarget.selectedIndex]![0])}
        >
          {options.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
