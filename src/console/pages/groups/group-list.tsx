import { graphql } from '../../../client/documents.js';
import { ListPage } from '../../kit/list-page.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { urnName } from '../../model/urn.js';
import { CreateGroup } from './create-group.js';
import { memberCount } from './members.js';

const list = graphql(
  `
  query Groups($input: ListGroupsInput!) {
    listGroups(input: $input) {
      total
      groups {
        urn
        properties {
          displayName
          description
        }
        ...MemberCount
      }
    }
  }
`,
  [memberCount],
);

export function GroupList() {
  return (
    <ListPage
      label="Groups"
      about="Policies can name groups. A new member gets the rights of the group."
      create={{ text: 'Create a group', needs: 'MANAGE_USERS_AND_GROUPS', Form: CreateGroup }}
      filter={{ placeholder: 'Id, name or description' }}
      document={list}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listGroups }) => ({ rows: listGroups!.groups, total: listGroups!.total })}
      empty="There are no groups yet."
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
  );
}
