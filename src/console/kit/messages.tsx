import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { caller } from '../api/caller.js';
import { isRefusal } from '../api/refusal.js';
import { waiting } from '../api/waiting.js';
import { asRequestError, RequestError } from '../model/request-error.js';
import { Button, IconButton } from './button.js';
import { Icon } from './icon.js';
import { notDone } from './notice.js';

/** Takes back what a message says. @returns what the next message says, by default "Undone" */
export type Undo = (onProgress: (text: string) => void) => Promise<unknown>;

/** A part is undone. The message says which. */
export class PartlyUndone extends RequestError {}

/** Returns why something could not be undone. */
export const notUndone = (thrown: unknown): string =>
  thrown instanceof PartlyUndone ? thrown.message : notDone('Not undone.', asRequestError(thrown));

interface Message {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
  /** Whether it says how far work has come. */
  readonly isProgress?: boolean;
  undo?: Undo | undefined;
}

const messages = signal<readonly Message[]>([]);
/** Messages whose time does not run, because the pointer or the focus is on them. */
const held = signal(false);
let count = 0;
const shownMs = 8_000;
const shownMax = 3;

/** Says that something was done. The message disappears after some seconds. @param undo takes it back */
export const say = (text: string, undo?: Undo): void => add({ text, undo, isFailure: false });

/** Removes all messages. They are for one person. */
export const clearMessages = (): void => {
  messages.value = [];
};

/** Says that something failed. The message stays until it is dismissed. */
export const sayFailure = (text: string): void => add({ text, isFailure: true });

/** Says how far work has come, in one message until it ends. */
export function startProgress() {
  count += 1;
  const id = count;
  return {
    say(text: string): void {
      // Work of a person who has signed out can go on.
      if (caller.value === null) return;
      const others = messages.value.filter((message) => message.id !== id);
      messages.value = [...others, { id, text, isFailure: false, isProgress: true }];
    },
    end: () => remove(id),
  };
}

function add(message: Omit<Message, 'id'>): void {
  // Work of a person who has signed out can end later.
  if (caller.value === null) return;
  count += 1;
  messages.value = [...messages.value.slice(1 - shownMax), { ...message, id: count }];
}

const remove = (id: number): void => {
  messages.value = messages.value.filter((message) => message.id !== id);
};

async function takeBack({ id, undo }: Message): Promise<void> {
  remove(id);
  const progress = startProgress();
  try {
    const text = await undo!(progress.say);
    progress.end();
    say(typeof text === 'string' ? text : 'Undone');
  } catch (error) {
    progress.end();
    // What was not refused can be tried again.
    const isFinal = isRefusal(asRequestError(error));
    add({ text: notUndone(error), isFailure: true, undo: isFinal ? undefined : undo });
  }
}

/** Takes back the newest change whose message is still shown. @returns whether there was one */
export function undoNewest(): boolean {
  const newest = messages.value.findLast(({ undo }) => undo);
  if (newest) takeBack(newest);
  return newest !== undefined;
}

export const Messages = () => (
  <div
    class="toasts"
    role="status"
    aria-live="polite"
    onMouseEnter={() => (held.value = true)}
    onMouseLeave={() => (held.value = false)}
    onFocusIn={() => (held.value = true)}
    onFocusOut={() => (held.value = false)}
  >
    {waiting.value !== null && (
      <div class="toast waiting">
        <Icon name="clock" />
        <span>{waiting.value}</span>
      </div>
    )}
    {messages.value.map((message) => (
      <Toast key={message.id} message={message} />
    ))}
  </div>
);

function Toast({ message }: { message: Message }) {
  const { id, text, isFailure, isProgress, undo } = message;
  useEffect(() => {
    if (isFailure || isProgress || held.value) return;
    const timer = setTimeout(() => remove(id), shownMs);
    return () => clearTimeout(timer);
  }, [held.value]);
  return (
    <div class="toast">
      <Icon name={isFailure ? 'warn' : isProgress ? 'clock' : 'ok'} />
      {/* A long name must not cover the page; a failure is read to its end. */}
      <span class={isFailure ? undefined : 'short'} dir="auto" title={text}>
        {text}
      </span>
      {undo && (
        <Button kind="undo" onClick={() => takeBack(message)}>
          Undo
        </Button>
      )}
      <IconButton icon="x" label="Dismiss" onClick={() => remove(id)} />
    </div>
  );
}
