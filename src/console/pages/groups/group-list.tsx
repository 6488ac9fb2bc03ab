import { useSignal } from '@preact/signals';
import { graphql } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { FilterField } from '../../kit/filter-field.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { Pager } from '../../kit/pager.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { nameOf } from '../../model/urn.js';
import { CreateGroup } from './create-group.js';
import '../users/people.css';

const pageSize = 50;

const list = graphql(`
  query Groups($input: ListGroupsInput!) {
    listGroups(input: $input) {
      total
      groups {
        urn
        properties {
          displayName
          description
        }
        relationships(
          input: {
            types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
            direction: INCOMING
            start: 0
            count: 0
          }
        ) {
          total
        }
      }
    }
  }
`);

export function GroupList() {
  const [shown, change] = useAddress({ filter: '', start: '0' });
  const start = startOf(shown.start);
  const query = useQuery(list, { input: { start, count: pageSize, query: shown.filter } });
  const isCreating = useSignal(false);
  return (
    <Page
      title="Groups"
      about="Policies name groups, so that a new member has the rights of the others."
      actions={
        <button type="button" class="primary" onClick={() => (isCreating.value = true)}>
          Create a group
        </button>
      }
    >
      <div class="row">
        <FilterField
          label="Filter"
          placeholder="Id, name or description"
          value={shown.filter}
          onFilter={(text) => change({ filter: text, start: '0' }, true)}
        />
      </div>
      <Loaded
        query={query}
        label="Groups"
        isEmpty={(data) => data.listGroups!.total === 0}
        empty={shown.filter === '' ? 'There is no group yet.' : 'No group is like that.'}
      >
        {({ listGroups }) => (
          <>
            <div class="table people">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" class="less">
                      Id
                    </th>
                    <th scope="col" class="less">
                      Description
                    </th>
                    <th scope="col" class="number">
                      Members
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {listGroups!.groups.map(({ urn, properties, relationships }) => (
                    <tr key={urn}>
                      <th scope="row" title={urn}>
                        <a href={links.group(urn)}>{properties?.displayName || nameOf(urn)}</a>
                      </th>
                      <td class="less">{nameOf(urn)}</td>
                      <td class="less">{properties?.description}</td>
                      <td class="number">{numberText(relationships?.total ?? 0)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <Pager
              start={start}
              count={pageSize}
              total={listGroups!.total}
              onStart={(value) => change({ start: `${value}` })}
            />
          </>
        )}
      </Loaded>
      {isCreating.value && (
        <CreateGroup
          onClose={() => {
            isCreating.value = false;
          }}
        />
      )}
    </Page>
  );
}
