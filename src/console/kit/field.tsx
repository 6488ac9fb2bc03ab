import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './icon.js';

interface FieldProps {
  label: string;
  hint?: ComponentChildren;
  /** The reason why the value is not accepted; empty if it is. */
  problem?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A control with its label and a hint below. */
export function Field({
  label,
  hint,
  problem = '',
  children,
}: FieldProps & { children(props: ControlProps): ComponentChildren }) {
  const id = useId();
  const [hintId, problemId] = [`${id}-hint`, `${id}-problem`];
  const describedBy = problem ? problemId : hint ? hintId : undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': problem !== '' || undefined,
      })}
      {problem && (
        <small id={problemId} class="bad" role="status">
          <Icon name="warn" />
          {problem}
        </small>
      )}
      {hint && !problem && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  text: Signal<string>;
  /** Whether it is an id or another text of fixed width. */
  isMono?: boolean;
  type?: 'text' | 'search' | 'password' | 'date' | 'color';
  required?: boolean;
  maxLength?: number;
  placeholder?: string;
  autocomplete?: 'off';
  spellcheck?: boolean;
}

/** A line of text, whose value is in a signal. */
export function TextField({
  label,
  hint,
  problem,
  text,
  type = 'text',
  isMono = false,
  ...attributes
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          type={type as 'text'}
          {...attributes}
          {...control}
          class={isMono ? 'input mono' : 'input'}
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
          class="input"
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
