import { signal } from '@preact/signals';

interface Message {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
}

const messages = signal<readonly Message[]>([]);
let count = 0;
const shownMs = 6_000;

/** Says that something was done. The message disappears after some seconds. */
export function say(text: string): void {
  const { id } = add(text, false);
  setTimeout(() => remove(id), shownMs);
}

/** Says that something failed. The message stays until it is closed. */
export const sayFailure = (text: string): void => {
  add(text, true);
};

function add(text: string, isFailure: boolean): Message {
  count += 1;
  const message = { id: count, text, isFailure };
  messages.value = [...messages.value.slice(-4), message];
  return message;
}

function remove(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id);
}

export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map(({ id, text, isFailure }) => (
        <div key={id} class={`notice ${isFailure ? 'failure' : ''}`}>
          <span>{text}</span>
          <button type="button" class="plain" aria-label="Close the message" onClick={() => remove(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
