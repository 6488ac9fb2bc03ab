import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list.js';
import { Table } from '../../kit/table.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { urnName } from '../../model/urn.js';
import { CreateGroup } from './create-group.js';

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
  const dialog = useDialog();
  return (
    <>
      <ListPage
        label="Groups"
        about="Policies name groups, so that a new member has the rights of the others."
        actions={
          <button
            type="button"
            class="primary"
            onClick={() => dialog.open((close) => <CreateGroup onClose={close} />)}
          >
            Create a group
          </button>
        }
        filter="Id, name or description"
        document={list}
        variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
        read={({ listGroups }) => ({ rows: listGroups!.groups, total: listGroups!.total })}
        empty="There is no group yet."
      >
        {(groups) => (
          <Table
            label="Groups"
            rows={groups}
            rowKey={({ urn }) => urn}
            columns={[
              {
                head: 'Name',
                cell: ({ urn, properties }) => (
                  <a href={links.group(urn)} title={urn}>
                    {properties?.displayName || urnName(urn)}
                  </a>
                ),
              },
              { head: 'Id', kind: 'less', cell: ({ urn }) => urnName(urn) },
              { head: 'Description', kind: 'less', cell: ({ properties }) => properties?.description },
              {
                head: 'Members',
                kind: 'number',
                cell: ({ relationships }) => numberText(relationships?.total ?? 0),
              },
            ]}
          />
        )}
      </ListPage>
      {dialog.shown}
    </>
  );
}
