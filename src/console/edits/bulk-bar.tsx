import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { entityName } from '../../client/named-entity.js';
import { Button, IconButton, TextButton } from '../kit/button.js';
import { copyText } from '../kit/copy.js';
import { Menu, type MenuItem } from '../kit/menu.js';
import { say, sayFailure } from '../kit/messages.js';
import { saveCsv } from '../kit/save-file.js';
import type { Selection } from '../kit/selection.js';
import { useDialog } from '../kit/use-dialog.js';
import type { ShownTag } from '../model/listed-entity.js';
import { numberText } from '../model/numbers.js';
import { asRequestError } from '../model/request-error.js';
import { counted } from '../model/text.js';
import { editMany } from './bulk-run.js';
import { entitiesCsv } from './export-csv.js';
import { outcomeText, RefusedList } from './outcome.js';
import type { TagEdit } from './picked.js';
import { bulkMax, readListed, readResults, readTags, type SearchInput, type Selected } from './selected.js';
import { TagPicker } from './tag-picker.js';
import { type Task, useTask } from './task.js';
import { undoCalls } from './undo.js';

/** Beyond, tags are not read before more are added: the picker then does not show how many have one. */
const readMax = 1_000;

interface BulkBarProps {
  selection: Selection<Selected>;
  search: SearchInput;
  /** The number of results. */
  total: number;
}

/** What can be done with the selected results. */
export function BulkBar({ selection, search, total }: BulkBarProps) {
  const task = useTask();
  const dialog = useDialog();
  const { rows } = selection;
  const urns = rows.map(({ entity }) => entity.urn);
  const most = Math.min(total, bulkMax);

  const selectAll = () => task.run('Selected', most, (steps) => readResults(search, selection.add, steps));

  const edit = (change: TagEdit) =>
    task.run('Changed', urns.length, async (steps) => {
      const outcome = await editMany(change, urns, steps);
      const text = outcomeText(change, outcome);
      const tell = () => say(text, outcome.calls.length > 0 ? undoCalls(outcome.calls) : undefined);
      if (outcome.refused.length === 0 || !task.isShown()) return tell();
      const names = new Map(rows.map(({ entity }) => [entity.urn, entityName(entity)]));
      dialog.open((close) => (
        <RefusedList
          text={text}
          refused={outcome.refused}
          nameOf={(urn) => names.get(urn) ?? urn}
          onClose={() => {
            close();
            // Below the dialog, its time would have passed.
            tell();
          }}
        />
      ));
    });

  const exportCsv = () =>
    task.run('Exported', urns.length, async (steps) => {
      const entities = await readListed(urns, steps);
      saveCsv(entitiesCsv(entities), 'entities');
      say(`${counted(entities.length, 'entity', 'entities')} exported`);
    });
  const copyUrns = () => copyText(urns.join('\n'), counted(urns.length, 'URN'));

  const selectText = `Select ${most < total ? 'the first' : 'all'} ${numberText(most)}`;
  const hasMore = rows.length < most;
  const more: readonly (MenuItem | false)[] = [
    hasMore && { text: selectText, icon: 'check', onChoose: selectAll },
    { text: 'Copy URNs', icon: 'copy', onChoose: copyUrns },
    { text: 'Export CSV', icon: 'download', onChoose: exportCsv },
  ];
  return (
    <>
      <div class="bulk" role="group" aria-label="With the selected results">
        <strong role="status">{numberText(rows.length)} selected</strong>
        <span class="sep" />
        {task.running.value ? (
          <Progress task={task} />
        ) : (
          <>
            {hasMore && (
              <span class="wide-only">
                <TextButton onClick={selectAll}>{selectText}</TextButton>
                <span class="sep" />
              </span>
            )}
            <TagButton urns={urns} onApply={edit} />
            <TagButton urns={urns} onApply={edit} isRemoval />
            <span class="wide-only">
              <Button icon="copy" onClick={copyUrns}>
                Copy URNs
              </Button>
              <Button icon="download" onClick={exportCsv}>
                Export CSV
              </Button>
            </span>
            <span class="more-act">
              <Menu label="More with the selected results" items={more} />
            </span>
            <IconButton icon="x" label="Clear the selection" onClick={selection.clear} />
          </>
        )}
      </div>
      {dialog.shown}
    </>
  );
}

/** How far the work has come, in place of the actions. Its button takes the focus of the one that started it. */
function Progress({ task: { running } }: { task: Task }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const bar = button.current?.closest('.bulk');
    button.current?.focus();
    return () => {
      // The actions are there again.
      setTimeout(() => {
        if (document.activeElement === document.body) bar?.querySelector<HTMLElement>('.btn')?.focus();
      });
    };
  }, []);
  const { name, done, total, stop } = running.value!;
  return (
    <>
      <span role="status">
        {name} {numberText(done)} of {numberText(total)} …
      </span>
      <Button ref={button} onClick={stop}>
        Stop
      </Button>
    </>
  );
}

interface TagButtonProps {
  urns: readonly string[];
  onApply(edit: TagEdit): void;
  isRemoval?: boolean;
}

/** Adds tags to the selected results, or removes some that they have. Their tags are read when it opens. */
function TagButton({ urns, onApply, isRemoval = false }: TagButtonProps) {
  const tagsOf = useSignal<readonly (readonly ShownTag[])[] | undefined>(undefined);
  const reading = useRef<AbortController | null>(null);
  useEffect(() => () => reading.current?.abort(), []);
  const read = () => {
    reading.current?.abort();
    tagsOf.value = isRemoval || urns.length <= readMax ? undefined : [];
    if (tagsOf.value) return;
    const controller = new AbortController();
    reading.current = controller;
    readTags(urns, controller.signal).then(
      (tags) => {
        if (!controller.signal.aborted) tagsOf.value = tags;
      },
      (error) => {
        if (!controller.signal.aborted) sayFailure(asRequestError(error).message);
      },
    );
  };
  return (
    <TagPicker
      label={`${isRemoval ? 'Remove tags from' : 'Tags of'} ${counted(urns.length, 'entity', 'entities')}`}
      heading="On the selected"
      tagsOf={tagsOf.value}
      total={urns.length}
      isRemoval={isRemoval}
      onOpen={read}
      onApply={onApply}
    >
      {(opener) => (
        <Button {...opener} icon={isRemoval ? 'minus' : 'tag'}>
          {isRemoval ? 'Remove tags' : 'Add tags'}
        </Button>
      )}
    </TagPicker>
  );
}
