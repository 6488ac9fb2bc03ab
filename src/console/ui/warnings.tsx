import { signal } from '@preact/signals';
import { Notice } from './notice.js';

const closed = new Set<string>();
const warnings = signal<readonly string[]>([]);

/** Shows what answers warn of, each text once until it is closed: an end of the token comes with every answer. */
export function warn(texts: readonly string[]): void {
  const added = texts.filter((text) => !warnings.value.includes(text) && !closed.has(text));
  if (added.length > 0) warnings.value = [...warnings.value, ...added].slice(-5);
}

export function Warnings() {
  return (
    <div class="stack warnings" role="status">
      {warnings.value.map((text) => (
        <Notice key={text} kind="warning">
          <div class="row apart">
            <span>{text}</span>
            <button
              type="button"
              class="plain"
              aria-label="Close the warning"
              onClick={() => {
                closed.add(text);
                warnings.value = warnings.value.filter((one) => one !== text);
              }}
            >
              ×
            </button>
          </div>
        </Notice>
      ))}
    </div>
  );
}
