import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Choice } from '../../kit/field.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { CreateTag } from './create.js';
import { type Order, TagTable } from './table.js';

const pageSize = 50;

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

const uses = [
  ['', 'all tags'],
  ['unused', 'only unused ones'],
  ['used', 'only used ones'],
] as const;

export default function Tags() {
  const [shown, change] = useAddress({ filter: '', show: '', order: 'NAME', start: '0' });
  const isCreating = useSignal(false);
  const order = orderOf(shown.order);
  const use = uses.find(([name]) => name === shown.show)?.[0] ?? '';
  const start = startOf(shown.start);
  const query = useQuery(list, {
    input: {
      start,
      count: pageSize,
      query: shown.filter,
      ...(use !== '' && { unused: use === 'unused' }),
      orderBy: order.by,
      descending: order.isDescending,
    },
  });
  const isFiltered = shown.filter !== '' || use !== '';
  const canCreate = may('CREATE_TAGS', 'MANAGE_TAGS');

  return (
    <Page
      title="Tags"
      about="Labels for datasets, their columns, and other entities."
      actions={
        canCreate && (
          <button type="button" class="primary" onClick={() => (isCreating.value = true)}>
            Create a tag
          </button>
        )
      }
    >
      <div class="row">
        <FilterField
          label="Filter"
          placeholder="Name, id or words"
          value={shown.filter}
          onFilter={(text) => change({ filter: text, start: '0' }, true)}
        />
        <Choice label="Show" options={uses} value={use} onChange={(show) => change({ show, start: '0' })} />
      </div>
      <Loaded
        query={query}
        label="Tags"
        isEmpty={(data) => data.listTags!.total === 0}
        empty={
          isFiltered
            ? 'No tag is like that.'
            : `There is no tag yet.${canCreate ? ' Create one, or ingest metadata that has some.' : ''}`
        }
      >
        {({ listTags }) => (
          <>
            <TagTable
              tags={listTags!.tags}
              order={order}
              onOrder={({ by, isDescending }) => change({ order: isDescending ? `-${by}` : by, start: '0' })}
            />
            <Pager
              start={start}
              count={pageSize}
              total={listTags!.total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {isCreating.value && (
        <CreateTag
          initial=""
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </Page>
  );
}

/** @param text of the address, such as `-ENTITIES` */
function orderOf(text: string): Order {
  const by = (['ENTITIES', 'COLUMNS'] as const).find((name) => text.endsWith(name)) ?? 'NAME';
  return { by, isDescending: text.startsWith('-') };
}
