import { graphql, type ResultOf } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { Dot } from '../../kit/dot.js';
import { ListPage } from '../../kit/list.js';
import { type Column, Table } from '../../kit/table.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';

import { numberText } from '../../model/numbers.js';
import { CreateTag } from './create.js';
import './tags.css';

const list = graphql(`
  query Tags($input: ListTagsInput!) {
    listTags(input: $input) {
      total
      tags {
        urn
        name
        properties {
          description
          colorHex
        }
        usage {
          entities
          columns
        }
      }
    }
  }
`);

type Tag = NonNullable<ResultOf<typeof list>['listTags']>['tags'][number];

const uses = [
  ['', 'all tags'],
  ['unused', 'only unused ones'],
  ['used', 'only used ones'],
] as const;

const columns: readonly Column<Tag>[] = [
  {
    head: 'Name',
    order: 'NAME',
    cell: ({ urn, name, properties }) => (
      <span title={urn}>
        <Dot color={properties?.colorHex} /> <a href={links.tag(urn)}>{name}</a>
      </span>
    ),
  },
  {
    head: 'Description',
    kind: 'less',
    cell: ({ properties }) => <div class="lines soft">{properties?.description}</div>,
  },
  {
    head: 'Entities',
    kind: 'number',
    order: 'ENTITIES',
    cell: ({ usage }) => numberText(usage.entities),
  },
  {
    head: 'Columns',
    kind: 'number',
    order: 'COLUMNS',
    cell: ({ usage }) => numberText(usage.columns),
  },
];

export default function Tags() {
  const dialog = useDialog();
  const canCreate = may('CREATE_TAGS');
  return (
    <>
      <ListPage
        label="Tags"
        about="Labels for datasets, their columns, and other entities."
        actions={
          canCreate && (
            <button
              type="button"
              class="primary"
              onClick={() => dialog.open((close) => <CreateTag onClose={close} />)}
            >
              Create a tag
            </button>
          )
        }
        filter="Name, id or words"
        address={{ show: '', order: 'NAME' }}
        choices={[{ name: 'show', label: 'Show', options: uses }]}
        document={list}
        variables={({ filter, show, order }, page) => ({
          input: {
            ...page,
            query: filter,
            ...(show !== '' && { unused: show === 'unused' }),
            orderBy: orders.find((name) => order.endsWith(name)) ?? 'NAME',
            descending: order.startsWith('-'),
          },
        })}
        read={({ listTags }) => ({ rows: listTags!.tags, total: listTags!.total })}
        empty={`There is no tag yet.${canCreate ? ' Create one, or ingest metadata that has some.' : ''}`}
      >
        {(tags, { order }, change) => (
          <Table
            label="Tags"
            columns={columns}
            rows={tags}
            rowKey={({ urn }) => urn}
            order={order}
            onOrder={(next) => change('order', next)}
          />
        )}
      </ListPage>
      {dialog.shown}
    </>
  );
}

const orders = ['NAME', 'ENTITIES', 'COLUMNS'] as const;
