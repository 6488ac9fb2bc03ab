import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso';
import { useCombobox, useFound } from '../kit/combobox.js';
import { Icon } from '../kit/icon.js';
import { sayFailure } from '../kit/messages.js';
import { Modal } from '../kit/modal.js';
import type { DialogState } from '../kit/use-dialog.js';
import { isCommand, Keys, paletteKeys } from './key-names.js';
import { type Entry, toGroups } from './palette-entries.js';
import { type Found, findNames } from './palette-found.js';
import type { LoadForm } from './palette-places.js';

const hints: readonly (readonly [keys: readonly string[], text: string])[] = [
  [['↑', '↓'], 'move'],
  [['↵'], 'open'],
  [[paletteKeys[0]!, '↵'], 'new tab'],
  [['Esc'], 'close'],
];

/** Until the next answer, names of the last one are shown as long as they contain the text. */
const namesFor = (query: string, found: { text: string | null; value: readonly Found[] }) =>
  found.text === query
    ? found.value
    : query === ''
      ? nothing
      : found.value.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()));
const nothing: readonly Found[] = [];

/** Finds datasets, tags and people, and goes to pages. */
export function Palette({ onClose, dialog }: { onClose(): void; dialog: DialogState }) {
  const { route } = useLocation();
  const text = useSignal('');
  /** The key of the chosen entry. The first is chosen when it is not there. */
  const chosen = useSignal('');

  const query = text.value.trim();
  const found = useFound(query || null, findNames, nothing);
  const groups = toGroups(query, namesFor(query, found));
  const entries = groups.flatMap((group) => group.entries);
  const at = entries.find(({ key }) => key === chosen.value) ?? entries[0];
  const { input, list, option, follow } = useCombobox({
    label: 'Search and go',
    count: entries.length,
    at: at ? entries.indexOf(at) : -1,
  });

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
    const next = follow(event.key);
    if (next !== undefined) chosen.value = entries[next]!.key;
    else if (event.key === 'Enter' && at) choose(at, event.ctrlKey || event.metaKey);
    else if (isCommand(event, 'k')) onClose();
    else return;
    event.preventDefault();
  }

  return (
    <Modal class="palette" label="Search and go" onClose={onClose}>
      <span class="with">
        <Icon name="search" />
        <input
          {...input}
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
      <div {...list} role="listbox" aria-label="Found">
        {groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={name}>
            <b aria-hidden="true">{name}</b>
            {entries.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field.
              <div
                key={entry.key}
                role="option"
                tabIndex={-1}
                {...option(entries.indexOf(entry))}
                aria-selected={entry === at}
                onClick={(event) => choose(entry, event.ctrlKey || event.metaKey)}
              >
                {entry.content}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.failure && (
        <p class="hints bad" role="alert">
          {found.failure}
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
