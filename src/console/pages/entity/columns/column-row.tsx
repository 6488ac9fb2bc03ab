import { shownText } from '../../../edits/describe.js';
import { TagPicker } from '../../../edits/tag-picker.js';
import { IconButton, TextButton } from '../../../kit/button.js';
import { Few } from '../../../kit/few.js';
import { Marked } from '../../../kit/highlight.js';
import { Icon, type IconName } from '../../../kit/icon.js';
import { Badge } from '../../../kit/marks.js';
import { CellProse } from '../../../kit/prose.js';
import { Tag } from '../../../kit/tag.js';
import { editColumnTags } from './change-columns.js';
import type { Column } from './column.js';
import { NullShare } from './null-share.js';
import type { TableState } from './table-state.js';
import type { Node } from './tree.js';

/** The width of a name leaves room for eight steps, the first three of them wide. */
const indent = (depth: number) =>
  `${Math.min(depth, 3) * 1.125 + Math.min(Math.max(depth - 3, 0), 5) * 0.5}rem`;

export function ColumnRow({ node, state }: { node: Node; state: TableState }) {
  const { column, children } = node;
  const { fieldPath, isGone, nativeType, type } = column;
  const { selection, mayTag, nulls } = state;
  return (
    <tr role="row" data-key={fieldPath}>
      {mayTag && (
        <td role="cell" class="tick">
          {!isGone && (
            <input
              type="checkbox"
              aria-label={`Select ${column.name}`}
              checked={selection.has(fieldPath)}
              onClick={(event) => selection.toggle(fieldPath, event.shiftKey)}
            />
          )}
        </td>
      )}
      <th scope="row" role="rowheader" class="lead" title={column.name}>
        <span class="col" style={{ '--indent': indent(node.depth) }}>
          {children.length > 0 && <Twist node={node} state={state} />}
          <Icon name={typeIcons[type] ?? 'text'} />
          <bdi>
            <Marked text={node.name} words={state.words} />
          </bdi>
          {column.isKey && <Badge title="Part of the primary key">PK</Badge>}
        </span>
      </th>
      <td role="cell">
        {isGone ? (
          <small class="soft">not in the schema</small>
        ) : (
          <code class="soft small" title={column.nullable ? nativeType : `${nativeType}, required`}>
            {nativeType || type.toLowerCase()}
          </code>
        )}
      </td>
      <td role="cell" class="full">
        <ColumnDescription column={column} state={state} />
      </td>
      <td role="cell" class="full">
        <ColumnTags column={column} state={state} />
      </td>
      {nulls && (
        <td role="cell" class="num gone">
          <NullShare shares={nulls(column)} />
        </td>
      )}
    </tr>
  );
}

/** Opens and closes a column that others are in. While the table is filtered, all are open. */
function Twist({ node: { column }, state }: { node: Node; state: TableState }) {
  const isOpen = state.isOpen(column.fieldPath);
  const label = `${isOpen ? 'Close' : 'Open'} ${column.name}`;
  return (
    <button
      type="button"
      class="ibtn small twist"
      aria-label={label}
      aria-expanded={isOpen}
      onClick={() => state.setOpen(column.fieldPath, !isOpen)}
    >
      <Icon name={isOpen ? 'down' : 'right'} />
    </button>
  );
}

function ColumnDescription({ column, state }: { column: Column; state: TableState }) {
  const text = shownText(column);
  const mayDescribe = state.mayDescribe && !column.isGone;
  const describe = () => state.describe([column]);
  if (text === '')
    return (
      mayDescribe && (
        <TextButton isQuiet aria-label={`Describe ${column.name}`} onClick={describe}>
          Describe
        </TextButton>
      )
    );
  return (
    <div class="row tight">
      <CellProse text={text} words={state.words} />
      {mayDescribe && (
        <IconButton icon="pencil" label={`Describe ${column.name}`} isSmall isQuiet onClick={describe} />
      )}
    </div>
  );
}

const typeIcons: Readonly<Record<string, IconName>> = {
  ARRAY: 'list',
  BOOLEAN: 'bool',
  DATE: 'clock',
  MAP: 'struct',
  NUMBER: 'number',
  STRUCT: 'struct',
  TIME: 'clock',
  UNION: 'struct',
};

/** The keys of a tree: the right arrow opens or goes down, the left one closes or goes up, Enter does either. */
export function moveInTree(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  nodes: readonly Node[],
  state: TableState,
): void {
  const { key, target, currentTarget } = event;
  const row = (target as HTMLElement).closest<HTMLElement>('[data-key]');
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox';
  const isTwist = target instanceof HTMLElement && target.matches('.twist');
  const node = row && nodes.find(({ column }) => column.fieldPath === row.dataset.key);
  if (!node || !(isBox || isTwist) || event.ctrlKey || event.metaKey || event.altKey) return;
  const path = node.column.fieldPath;
  const isOpen = state.isOpen(path);
  const focus = (other: Node | undefined) => {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-key]')];
    rows
      .find(({ dataset }) => dataset.key === other?.column.fieldPath)
      ?.querySelector<HTMLElement>(isBox ? 'input, .twist' : '.twist, input')
      ?.focus();
  };
  if (key === 'ArrowRight' && node.children.length > 0)
    isOpen ? focus(node.children[0]) : state.setOpen(path, true);
  else if (key === 'ArrowLeft' && node.children.length > 0 && isOpen) state.setOpen(path, false);
  else if (key === 'ArrowLeft') focus(node.parent);
  else if (key === 'Enter' && isBox && node.children.length > 0) state.setOpen(path, !isOpen);
  else return;
  event.preventDefault();
}

/** The tags of a column: first those of its schema, which only ingestion changes. */
function ColumnTags({ column, state }: { column: Column; state: TableState }) {
  const { name, isGone, declared, tags } = column;
  const { urn, columns, mayTag } = state;
  const all = [
    ...declared.map((tag) => ({ tag, isGiven: true })),
    ...tags.map((tag) => ({ tag, isGiven: false })),
  ];
  return (
    <div class="row tight">
      <Few items={all} count={4}>
        {({ tag, isGiven }) => (
          <Tag
            key={`${tag.urn} ${isGiven}`}
            tag={tag}
            isGiven={isGiven}
            remove={
              mayTag && !isGiven
                ? {
                    label: `Remove ${tag.name} from ${name}`,
                    run: () => editColumnTags(urn, columns, [column], { added: [], removed: [tag] }),
                  }
                : undefined
            }
          />
        )}
      </Few>
      {mayTag && !isGone && (
        <TagPicker
          label={`Tags of ${name}`}
          heading={`On ${name}`}
          tagsOf={[tags]}
          onApply={(edit) => editColumnTags(urn, columns, [column], edit)}
        >
          {(opener) => <IconButton {...opener} icon="plus" label={`Add tags to ${name}`} isSmall isQuiet />}
        </TagPicker>
      )}
    </div>
  );
}
