import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Described, describe, ingestedHint, shownText } from '../../../edits/describe.js';
import { Button } from '../../../kit/button.js';
import { Empty } from '../../../kit/empty.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { Failure } from '../../../kit/notice.js';
import { ProseEditor } from '../../../kit/prose-editor.js';
import { useSelection } from '../../../kit/selection.js';
import { useSelectionKeys } from '../../../kit/selection-keys.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { useFollowed } from '../../../kit/use-followed.js';
import type { PartProps } from '../part.js';
import { columnsText, toDescribed } from './change-columns.js';
import { type Column, hasText } from './column.js';
import { ColumnRow, moveInTree } from './column-row.js';
import type { TableState } from './table-state.js';
import { Tools } from './tools.js';
import { buildTree, listOpen, type Node, withParents } from './tree.js';
import { useColumns } from './use-columns.js';
import { useNulls } from './use-nulls.js';
import './columns.css';

/** As many rows as a page shows without delay. The next follow when a person scrolls to them. */
const step = 150;

/** The columns of a dataset as a tree. Several can be tagged and described at once. */
export function Columns({ entity: { urn }, rights, column: filter }: PartProps) {
  const { columns, isComplete, error, reload } = useColumns(urn);
  const applied = useFollowed(filter);
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const dialog = useDialog();
  const nulls = useNulls(urn, columns.value, isComplete);

  const sought = applied.value.trim().toLowerCase();
  const tree = useMemo(() => buildTree(columns.value), [columns.value]);
  const nodes = useMemo(
    () =>
      sought === '' ? listOpen(tree, closed.value) : withParents(tree, (column) => hasText(column, sought)),
    [tree, sought, closed.value],
  );
  const matching = useMemo(
    () => columns.value.filter((column) => !column.isGone && (sought === '' || hasText(column, sought))),
    [columns.value, sought],
  );
  const selection = useSelection(urn, matching, keyOf);
  const state: TableState = {
    ...{ urn, columns, selection, nulls },
    mayTag: isComplete && rights.may('EDIT_DATASET_COL_TAGS'),
    mayDescribe: isComplete && rights.may('EDIT_DATASET_COL_DESCRIPTION'),
    words: sought === '' ? [] : [sought],
    isOpen: (path) => sought !== '' || !closed.value.has(path),
    setOpen(path, isOpen) {
      const next = new Set(closed.value);
      isOpen ? next.delete(path) : next.add(path);
      closed.value = next;
    },
    describe: (chosen) =>
      dialog.open((close) => (
        <DescribeColumns
          name={columnsText(chosen)}
          columns={toDescribed(urn, columns, chosen)}
          onClose={close}
        />
      )),
  };

  if (isComplete && columns.value.length === 0)
    return (
      <Empty icon="table" title="No columns yet">
        <p>Columns appear when a schema is ingested.</p>
      </Empty>
    );
  return (
    <section aria-label="Columns" aria-busy={!isComplete && !error}>
      <Tools
        state={state}
        filter={applied.value}
        matching={matching.length}
        isComplete={isComplete || error !== undefined}
        onFilter={(text) => (applied.value = text)}
      />
      {error && <Failure error={error} retry={reload} />}
      {isComplete && nodes.length === 0 && <Empty icon="search" title="No columns match" />}
      {nodes.length > 0 && <ColumnTable key={`${urn} ${sought}`} nodes={nodes} state={state} />}
      {dialog.shown}
    </section>
  );
}

const keyOf = ({ fieldPath }: Column) => fieldPath;

function ColumnTable({ nodes, state }: { nodes: readonly Node[]; state: TableState }) {
  const { selection, mayTag, nulls } = state;
  const count = useSignal(step);
  const body = useRef<HTMLTableSectionElement>(null);
  useSelectionKeys(body, selection);
  const more = nodes.length - count.value;
  return (
    <>
      <div class="frame">
        <table class="columns cards" role="table" aria-label="Columns">
          <thead>
            <tr role="row">
              {mayTag && (
                <th scope="col" role="columnheader" class="tick">
                  <input
                    type="checkbox"
                    class={selection.ofShown === 'some' ? 'mixed' : ''}
                    aria-label="Select all columns"
                    checked={selection.ofShown === 'all'}
                    ref={(box) => {
                      if (box) box.indeterminate = selection.ofShown === 'some';
                    }}
                    onChange={selection.toggleShown}
                  />
                </th>
              )}
              <Head class="c-name">Name</Head>
              <Head class="c-type">Type</Head>
              <Head>Description</Head>
              <Head class="c-tags">Tags</Head>
              {nulls && <Head class="c-null num">Nulls</Head>}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={(event) => moveInTree(event, nodes, state)}>
            {nodes.slice(0, count.value).map((node) => (
              <ColumnRow key={node.column.fieldPath} node={node} state={state} />
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <More more={Math.min(more, step)} onMore={() => (count.value += step)} />}
    </>
  );
}

const Head = ({ class: name, children }: { class?: string; children: string }) => (
  <th scope="col" role="columnheader" class={name}>
    {children}
  </th>
);

/** Shows the next rows when a person gets to the end. */
function More({ more, onMore }: { more: number; onMore(): void }) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    });
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [more]);
  return (
    <div class="row more-rows" ref={box}>
      <Button kind="plain" onClick={onMore}>
        Show {more} more
      </Button>
    </div>
  );
}

interface DescribeColumnsProps {
  /** As in "email" or "2 columns". */
  name: string;
  columns: readonly Described[];
  onClose(): void;
}

/** Describes columns. Several get the same description. */
function DescribeColumns({ name, columns, onClose }: DescribeColumnsProps) {
  const texts = new Set(columns.map(shownText));
  const [one] = columns.length === 1 ? columns : [];
  const text = useSignal(texts.size === 1 ? [...texts][0]! : '');
  return (
    <FormDialog
      title={`Describe ${name}`}
      about={texts.size > 1 && `This replaces ${texts.size} different descriptions.`}
      isWide
      submit="Save"
      onClose={onClose}
      onSubmit={() => describe(columns, name, text.value)}
    >
      <ProseEditor text={text} hint={ingestedHint(one?.ingested ?? '')} />
    </FormDialog>
  );
}
