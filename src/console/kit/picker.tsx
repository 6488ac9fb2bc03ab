import type { Signal } from '@preact/signals';
import { IconButton } from './button.js';
import { Suggest, type Suggestion } from './suggest.js';

interface PickerProps {
  label: string;
  placeholder: string;
  find(text: string, signal: AbortSignal): Promise<readonly Suggestion[]>;
  chosen: Signal<readonly Suggestion[]>;
}

/** More than a person looks through. The others stay chosen. */
const shownMax = 50;

/** Several things, each found by completion and removable. */
export function Picker({ label, placeholder, find, chosen }: PickerProps) {
  const more = chosen.value.length - shownMax;
  return (
    <div class="field">
      <span class="label">{label}</span>
      {chosen.value.length > 0 && (
        <ul class="chips" aria-label={label}>
          {chosen.value.slice(0, shownMax).map(({ value, label: name }) => (
            <li key={value} class="chip filter" title={value}>
              <span dir="auto">{name}</span>
              <IconButton
                icon="x"
                label={`Remove ${name}`}
                isSmall
                onClick={() => {
                  chosen.value = chosen.value.filter((one) => one.value !== value);
                }}
              />
            </li>
          ))}
          {more > 0 && <li class="soft">and {more} more</li>}
        </ul>
      )}
      <Suggest
        label={label}
        placeholder={placeholder}
        find={find}
        onChoose={(suggestion) => {
          if (chosen.value.some(({ value }) => value === suggestion.value)) return;
          chosen.value = [...chosen.value, suggestion];
        }}
      />
    </div>
  );
}
