import { graphql } from '../../../client/documents.js';
import { urnName } from '../../../client/urn-name.js';
import { ListPage } from '../../kit/list-page.js';
import { Person } from '../../kit/marks.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
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
      icon="users"
      about="Policies can name groups. A new member gets the rights of the group."
      create={{ text: 'Create a group', needs: 'MANAGE_USERS_AND_GROUPS', Form: CreateGroup }}
      filter={{ placeholder: 'Filter by id, name or description' }}
      document={list}
      variables={({ filter }, page) => ({ input: { ...page, query: filter } })}
      read={({ listGroups }) => ({ rows: listGroups!.groups, total: listGroups!.total })}
      empty="Create one, or ingest the groups of a directory."
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
                <Person urn={urn} name={properties?.displayName || urnName(urn)} href={links.group(urn)} />
              ),
            },
            { head: 'Id', kind: 'less', cell: ({ urn }) => <code class="soft">{urnName(urn)}</code> },
            {
              head: 'Description',
              kind: 'less',
              cell: ({ properties }) => (
                <span class="clamp" dir="auto">
                  {properties?.description}
                </span>
              ),
            },
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
