import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { asRequestError } from '../api/use-query.js';
import { Icon } from '../kit/icon.js';
import { sayFailure } from '../kit/messages.js';
import { Modal } from '../kit/modal.js';
import type { DialogState } from '../kit/use-dialog.js';
import { isCommand, Keys, paletteKeys } from './key-names.js';
import { type Entry, toGroups } from './palette-entries.js';
import { type Found, findNames } from './palette-found.js';
import type { LoadForm } from './palette-places.js';

/** The pause after a key before names are asked for. */
const pauseMs = 120;

const hints: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['↑', '↓'], 'move'],
  [['↵'], 'open'],
  [[paletteKeys[0]!, '↵'], 'new tab'],
  [['Esc'], 'close'],
];

interface Answer {
  readonly query: string;
  readonly names: readonly Found[];
}

/** Until the next answer, names of the last one are shown as long as they contain the text. */
const namesFor = (query: string, answer: Answer): readonly Found[] =>
  answer.query === query
    ? answer.names
    : query === ''
      ? []
      : answer.names.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));

/** Finds datasets, tags and people, and goes to pages: the combobox of WAI-ARIA's authoring practices, with groups. */
export function Palette({ onClose, dialog }: { onClose(): void; dialog: DialogState }) {
  const listId = useId();
  const { route } = useLocation();
  const text = useSignal('');
  const answer = useSignal<Answer>({ query: '', names: [] });
  const failure = useSignal('');
  /** The key of the chosen entry. The first is chosen when it is not there. */
  const chosen = useSignal('');

  const query = text.value.trim();
  useEffect(() => {
    failure.value = '';
    if (query === '') return;
    const stopping = new AbortController();
    const ask = () =>
      findNames(query, stopping.signal).then(
        (names) => {
          answer.value = { query, names };
        },
        (error) => {
          if (!stopping.signal.aborted) failure.value = asRequestError(error).message;
        },
      );
    const timer = setTimeout(ask, pauseMs);
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [query]);

  const groups = toGroups(query, namesFor(query, answer.value));
  const entries = groups.flatMap((group) => group.entries);
  const at = entries.find(({ key }) => key === chosen.value) ?? entries[0];
  const idOf = (entry: Entry) => `${listId}-${entries.indexOf(entry)}`;

  function choose({ href, isOutside, load }: Entry, isNewTab: boolean) {
    if (load) openForm(load);
    else if (isNewTab) window.open(href, '_blank', 'noopener');
    else {
      onClose();
      if (isOutside) location.assign(href!);
      else route(href!);
    }
  }
  /** Puts a form in the palette's place. While the form loads, the palette keeps the keys from the page. */
  const openForm = (load: LoadForm) =>
    load().then(
      (Form) => dialog.open((close) => <Form onClose={close} />),
      () => {
        onClose();
        sayFailure('The form did not load: the service cannot be reached, or it was upgraded.');
      },
    );
  function onKeyDown(event: KeyboardEvent) {
    const index = at ? entries.indexOf(at) : -1;
    const { length } = entries;
    const next = { ArrowDown: index + 1, ArrowUp: index + length - 1 }[event.key];
    if (next !== undefined && length > 0) {
      const entry = entries[next % length]!;
      chosen.value = entry.key;
      document.getElementById(idOf(entry))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && at) choose(at, event.ctrlKey || event.metaKey);
    else if (isCommand(event, 'k')) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <Modal class="palette" label="Search and go" onClose={onClose}>
      <span class="with">
        <Icon name="search" />
        <input
          class="input"
          type="text"
          role="combobox"
          aria-label="Search and go"
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={at && idOf(at)}
          autocomplete="off"
          spellcheck={false}
          placeholder="Go to a dataset, a tag, a person or a page"
          dir="auto"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
            chosen.value = '';
          }}
          onKeyDown={onKeyDown}
        />
      </span>
      <div class="options" id={listId} role="listbox" aria-label="Found">
        {groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={name}>
            <b aria-hidden="true">{name}</b>
            {entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
              <div
                key={entry.key}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === at}
                class={entry === at ? 'at' : undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={(event) => choose(entry, event.ctrlKey || event.metaKey)}
              >
                {entry.content}
              </div>
            ))}
          </div>
        ))}
      </div>
      {failure.value && (
        <p class="hints bad" role="alert">
          {failure.value}
        </p>
      )}
      <div class="hints wide-only" aria-hidden="true">
        {hints.map(([keys, text]) => (
          <span key={text}>
            <Keys keys={keys} /> {text}
          </span>
        ))}
      </div>
    </Modal>
  );
}
