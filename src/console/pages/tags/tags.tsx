import { graphql, type ResultOf } from '../../../client/documents.js';
import { Dot } from '../../kit/color-dot.js';
import { ListPage } from '../../kit/list-page.js';
import { type Column, Table } from '../../kit/table.js';
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
  ['', 'All tags'],
  ['unused', 'Unused tags'],
  ['used', 'Used tags'],
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
  return (
    <ListPage
      label="Tags"
      about="Labels for datasets, their columns, and other entities."
      create={{ text: 'Create a tag', needs: 'CREATE_TAGS', Form: CreateTag }}
      filter={{ placeholder: 'Name, id or words' }}
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
      empty="There are no tags yet."
    >
      {(tags, _, { shown, change }) => (
        <Table
          label="Tags"
          columns={columns}
          rows={tags}
          rowKey={({ urn }) => urn}
          order={shown.order}
          onOrder={(next) => change('order', next)}
        />
      )}
    </ListPage>
  );
}

const orders = ['NAME', 'ENTITIES', 'COLUMNS'] as const;
