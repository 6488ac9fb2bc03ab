import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
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

/** The pause after a key before suggestions are asked for. */
const pauseMs = 120;

/** A text field that completes: the combobox of WAI-ARIA's authoring practices. */
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
  const listId = useId();
  const text = useFollowed(initial);
  const list = useSignal<readonly Suggestion[]>([]);
  const chosen = useSignal(-1);
  const isOpen = useSignal(false);
  const failure = useSignal('');
  /** The text that the list belongs to. Nothing of a list is chosen while another one is asked for. */
  const listed = useSignal('');

  useEffect(() => {
    if (!isOpen.value) return;
    const stopping = new AbortController();
    const ask = () =>
      find(text.value, stopping.signal).then(
        (found) => {
          list.value = found;
          listed.value = text.value;
          chosen.value = -1;
          failure.value = '';
        },
        (error) => {
          if (!stopping.signal.aborted) failure.value = String(error.message);
        },
      );
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [text.value, isOpen.value]);

  function close() {
    isOpen.value = false;
    chosen.value = -1;
    list.value = [];
  }
  function choose(suggestion: Suggestion) {
    text.value = onSubmit ? suggestion.label : '';
    close();
    onChoose(suggestion);
  }
  const isAnswered = isOpen.value && listed.value === text.value;
  const isShown = isOpen.value && list.value.length > 0;
  const isNothing = isAnswered && list.value.length === 0 && text.value.trim() !== '';
  function onKeyDown(event: KeyboardEvent) {
    const isCurrent = listed.value === text.value;
    const { length } = isCurrent ? list.value : [];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      isOpen.value = true;
      const step = event.key === 'ArrowDown' ? 1 : length - 1;
      const from = chosen.value < 0 && step !== 1 ? 0 : chosen.value;
      if (length > 0) chosen.value = (from + step) % length;
    } else if (event.key === 'Enter') {
      const suggestion = isCurrent
        ? (list.value[chosen.value] ?? (onSubmit ? undefined : list.value[0]))
        : undefined;
      event.preventDefault();
      if (suggestion) choose(suggestion);
      else if (onSubmit) {
        close();
        onSubmit(text.value);
      }
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  return (
    <div class="suggest">
      <span class={icon ? 'with' : undefined}>
        {icon && <Icon name={icon} />}
        <input
          class="input"
          id={id}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={listId}
          aria-activedescendant={chosen.value >= 0 ? `${listId}-${chosen.value}` : undefined}
          autocomplete="off"
          spellcheck={false}
          placeholder={placeholder}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            isOpen.value = true;
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
      <div class="options" id={listId} role="listbox" aria-label={label} hidden={!isShown}>
        {list.value.map((suggestion, index) => (
          <Option
            key={suggestion.value}
            id={`${listId}-${index}`}
            suggestion={suggestion}
            isChosen={index === chosen.value}
            onChoose={() => choose(suggestion)}
          />
        ))}
      </div>
      {isNothing && !onSubmit && (
        <small class="soft" role="status">
          Nothing found
        </small>
      )}
      {failure.value && (
        <small class="bad" role="alert">
          {failure.value}
        </small>
      )}
    </div>
  );
}

interface OptionProps {
  id: string;
  suggestion: Suggestion;
  isChosen: boolean;
  onChoose(): void;
}

function Option({ id, suggestion: { label, hint, color }, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      class={isChosen ? 'at' : undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {color === undefined ? (
        <span class="cut" dir="auto">
          {label}
        </span>
      ) : (
        <Tag tag={{ urn: '', name: label, properties: { colorHex: color } }} isLink={false} />
      )}
      {hint && <small>{hint}</small>}
    </div>
  );
}
