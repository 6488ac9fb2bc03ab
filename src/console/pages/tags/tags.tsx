import { useQuery } from '../../api/use-query.js';
import { ListPage } from '../../kit/list-page.js';
import { Table } from '../../kit/table.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { CreateTag } from './create.js';
import { counts, list, uses } from './list-request.js';
import { tagColumns } from './tag-columns.js';

/** What the chips of the list show. */
const filters = {
  all: {},
  columns: { onColumns: true },
  undescribed: { described: false },
  unused: { unused: true },
} as const;

const names = [
  ['all', 'All'],
  ['columns', 'On columns'],
  ['undescribed', 'No description'],
  ['unused', 'Unused'],
] as const;

const orders = ['NAME', 'USAGE', 'ENTITIES', 'COLUMNS'] as const;

export default function Tags() {
  const { data } = useQuery(counts, {});
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
          options: names.map(([name, text]) => {
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
    >
      {(tags, dialog, { shown, change }) => (
        <>
          <Table
            label="Tags"
            class="tag-list"
            columns={tagColumns(tags, Math.max(...tags.map(uses), top ? uses(top) : 1), dialog)}
            rows={tags}
            rowKey={({ urn }) => urn}
            order={shown.order}
            onOrder={(next) => change('order', next)}
          />
          <Legend />
        </>
      )}
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
