import { useSignal } from '@preact/signals';
import { useCombobox, useFound } from './combobox.js';
import { Icon, type IconName } from './icon.js';
import { Tag } from './tag.js';
import { useFollowed } from './use-followed.js';

export interface Suggestion {
  /** The value that is chosen, such as a URN. */
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** Of a tag: its colour, if it has one. */
  readonly color?: string | null;
}

interface SuggestProps {
  label: string;
  placeholder?: string;
  /** The id of the control, for a label elsewhere. */
  id?: string;
  /** Finds suggestions for what was typed. */
  find(text: string, signal: AbortSignal): Promise<readonly Suggestion[]>;
  onChoose(suggestion: Suggestion): void;
  /** Called by Enter when no suggestion is chosen. Without it, Enter takes the first. */
  onSubmit?(text: string): void;
  initial?: string;
  /** At the beginning of the field. */
  icon?: IconName;
  /** At the end of the field: the key that leads there. */
  hint?: string | undefined;
}

const nothing: readonly Suggestion[] = [];

/** A text field that completes. */
export function Suggest({
  label,
  placeholder,
  id,
  find,
  onChoose,
  onSubmit,
  initial = '',
  icon,
  hint,
}: SuggestProps) {
  const text = useFollowed(initial);
  const at = useSignal(-1);
  const isOpen = useSignal(false);
  const found = useFound(isOpen.value ? text.value : null, find, nothing);
  /** Nothing of a list is chosen while another one is asked for. */
  const isCurrent = isOpen.value && found.text === text.value;
  const isShown = isOpen.value && found.value.length > 0;
  const { input, list, option, follow } = useCombobox({
    label,
    count: isCurrent ? found.value.length : 0,
    at: at.value,
    isExpanded: isShown,
  });

  function close() {
    isOpen.value = false;
    at.value = -1;
  }
  function choose(suggestion: Suggestion) {
    text.value = onSubmit ? suggestion.label : '';
    close();
    onChoose(suggestion);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      isOpen.value = true;
      at.value = follow(event.key) ?? at.value;
    } else if (event.key === 'Enter') {
      const suggestion = isCurrent ? found.value[onSubmit ? at.value : Math.max(at.value, 0)] : undefined;
      if (suggestion) choose(suggestion);
      else if (onSubmit) {
        close();
        onSubmit(text.value);
      }
    } else if (event.key === 'Escape' && isShown) {
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  }

  return (
    <div class="suggest">
      <span class={icon ? 'with' : undefined}>
        {icon && <Icon name={icon} />}
        <input
          {...input}
          id={id}
          placeholder={placeholder}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            isOpen.value = true;
            at.value = -1;
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {hint && (
          <span class="keys" aria-hidden="true">
            <kbd>{hint}</kbd>
          </span>
        )}
      </span>
      <div {...list} role="listbox" aria-label={label} hidden={!isShown}>
        {found.value.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
          <div
            key={suggestion.value}
            role="option"
            tabIndex={-1}
            {...option(index)}
            aria-selected={index === at.value}
            onClick={() => choose(suggestion)}
          >
            <Shown suggestion={suggestion} />
          </div>
        ))}
      </div>
      {isCurrent && !isShown && text.value.trim() !== '' && !onSubmit && (
        <small class="soft" role="status">
          Nothing found
        </small>
      )}
      {found.failure && (
        <small class="bad" role="alert">
          {found.failure}
        </small>
      )}
    </div>
  );
}

const Shown = ({ suggestion: { label, hint, color } }: { suggestion: Suggestion }) => (
  <>
    {color === undefined ? (
      <span class="cut" dir="auto">
        {label}
      </span>
    ) : (
      <Tag tag={{ urn: '', name: label, colorHex: color }} isLink={false} />
    )}
    {hint && <small>{hint}</small>}
  </>
);
