import { entityName } from '../../../client/named-entity.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Bar } from '../../kit/bar.js';
import { copyText } from '../../kit/copy.js';
import { ListPage } from '../../kit/list-page.js';
import { Person } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { CellProse } from '../../kit/prose.js';
import { type Column, Table } from '../../kit/table.js';
import { Tag as TagChip } from '../../kit/tag.js';
import type { DialogState } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { CreateTag } from './create.js';
import { DeleteTag } from './delete.js';
import { deletedColumns } from './deleted.js';
import { EditTag } from './edit.js';
import { counts, list, type ListedTag as Tag, uses } from './request.js';
import './tags.css';

/** What the chips of the list show. */
const filters = {
  all: {},
  columns: { onColumns: true },
  undescribed: { described: false },
  unused: { unused: true },
  deleted: { deleted: true },
} as const;

const names = [
  ['all', 'All'],
  ['columns', 'On columns'],
  ['undescribed', 'No description'],
  ['unused', 'Unused'],
  ['deleted', 'Deleted'],
] as const;

const orders = ['NAME', 'USAGE', 'ENTITIES', 'COLUMNS'] as const;

export default function Tags() {
  const mayManage = may('MANAGE_TAGS');
  const { data } = useQuery(counts, { mayManage });
  const total = data?.all?.total;
  const top = data?.all?.tags[0];
  return (
    <ListPage
      label="Tags"
      about="Labels for datasets, their columns, and everything else in the catalog."
      create={{ text: 'Create a tag', needs: 'CREATE_TAGS', Form: CreateTag }}
      filter={total === undefined ? {} : { placeholder: `Filter ${counted(total, 'tag')}` }}
      icon="tag"
      address={{ show: 'all', order: '-USAGE' }}
      choices={[
        {
          name: 'show',
          label: 'Show',
          options: names
            .filter(([name]) => mayManage || name !== 'deleted')
            .map(([name, text]) => {
              const count = data?.[name]?.total;
              return count === undefined ? [name, text] : [name, text, numberText(count)];
            }),
        },
      ]}
      document={list}
      variables={({ filter, show, order }, page) => ({
        input: {
          ...page,
          query: filter,
          ...filters[show as keyof typeof filters],
          orderBy: orders.find((name) => name === order.replace('-', '')) ?? 'USAGE',
          descending: order.startsWith('-'),
        },
      })}
      read={({ listTags }) => ({ rows: listTags!.tags, total: listTags!.total })}
      empty="Create the first one, or let ingestion bring them."
      noneText={({ filter, show }) => (filter === '' && show === 'deleted' ? 'No deleted tags' : undefined)}
    >
      {(tags, dialog, { shown, change }) => {
        // While others are loaded, these are still those of the choice before.
        const isDeleted = tags.every(({ deletedAt }) => deletedAt !== null);
        const most = Math.max(...tags.map(uses), top ? uses(top) : 1);
        return (
          <>
            <Table
              label={isDeleted ? 'Deleted tags' : 'Tags'}
              class="tag-list"
              columns={[
                nameColumn,
                descriptionColumn,
                ...(isDeleted ? deletedColumns : usageColumns(tags, most, dialog)),
              ]}
              rows={tags}
              rowKey={({ urn }) => urn}
              order={shown.order}
              onOrder={(next) => change('order', next)}
            />
            {!isDeleted && <Legend />}
          </>
        );
      }}
    </ListPage>
  );
}

const Legend = () => (
  <p class="legend small soft">
    <span>
      <i class="key" />
      datasets and other entities
    </span>
    <span>
      <i class="key b" />
      columns
    </span>
  </p>
);

/** @param most the uses of the tag that is used most */
function usageColumns(tags: readonly Tag[], most: number, dialog: DialogState): readonly Column<Tag>[] {
  return [
    ...(tags.some(({ owners }) => owners.length > 0) ? [ownerColumn] : []),
    {
      head: 'Used by',
      kind: 'number',
      class: 'used',
      order: 'USAGE',
      cell: (tag) => (uses(tag) === 0 ? <span class="faint">unused</span> : numberText(uses(tag))),
    },
    {
      head: 'Share',
      isHeadHidden: true,
      class: 'usage gone',
      cell: ({ usage }) => (
        <span title={`${counted(usage.entities, 'entity', 'entities')}, ${counted(usage.columns, 'column')}`}>
          <Bar parts={[usage.entities / most, usage.columns / most]} />
        </span>
      ),
    },
    { head: 'Actions', kind: 'actions', cell: (tag) => <Actions tag={tag} dialog={dialog} /> },
  ];
}

const nameColumn: Column<Tag> = { head: 'Name', order: 'NAME', cell: (tag) => <TagChip tag={tag} /> };

const descriptionColumn: Column<Tag> = {
  head: 'Description',
  isFull: true,
  cell: ({ properties }) =>
    properties?.description ? (
      <CellProse text={properties.description} />
    ) : (
      <span class="faint">No description</span>
    ),
};

const ownerColumn: Column<Tag> = {
  head: 'Owner',
  class: 'gone mid-gone',
  cell: ({ owners: [first, ...others] }) => {
    if (!first) return null;
    return (
      <span class="row one tight">
        <Person urn={first.urn} name={entityName(first)} href={links.named(first.urn)} />
        {others.length > 0 && (
          <small class="faint" title={others.map(entityName).join(', ')}>
            +{others.length}
          </small>
        )}
      </span>
    );
  },
};

function Actions({ tag, dialog }: { tag: Tag; dialog: DialogState }) {
  const mayManage = may('MANAGE_TAGS');
  return (
    <Menu
      label={`Actions for ${tag.name}`}
      items={[
        { text: 'Show where it is used', icon: 'search', href: links.tag(tag.urn) },
        mayManage && {
          text: 'Edit …',
          icon: 'pencil',
          onChoose: () => dialog.open((close) => <EditTag tag={tag} onClose={close} />),
        },
        { text: 'Copy URN', icon: 'copy', onChoose: () => copyText(tag.urn, 'URN') },
        mayManage && {
          text: 'Delete …',
          icon: 'trash',
          isDanger: true,
          isApart: true,
          onChoose: () => dialog.open((close) => <DeleteTag tag={tag} onClose={close} />),
        },
      ]}
    />
  );
}
