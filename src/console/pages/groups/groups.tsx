import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { caller, may } from '../../api/caller.js';
import { ListPage } from '../../kit/list-page.js';
import { Person } from '../../kit/marks.js';
import { Notice } from '../../kit/notice.js';
import { Page } from '../../kit/page.js';
import { Table } from '../../kit/table.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { privilegeText } from '../../model/privileges.js';
import { Memberships } from '../users/memberships.js';
import { CreateGroup } from './create-group.js';
import { GroupPage } from './group-page.js';
import { memberCount } from './members.js';

/** The list of groups; with a URN, one of them. Callers who may not see the list see their own groups. */
export default function Groups() {
  const { urn } = useLocation().query;
  if (urn) return <GroupPage key={urn} urn={urn} />;
  if (may('MANAGE_USERS_AND_GROUPS')) return <GroupList />;
  return (
    <Page title="Groups">
      <Notice>
        These are your groups. The list of all groups needs {privilegeText('MANAGE_USERS_AND_GROUPS')}.
      </Notice>
      <Memberships urn={caller.value!.urn} mayChange={false} />
    </Page>
  );
}

const list = graphql(
  `
  query Groups($input: ListGroupsInput!) {
    listGroups(input: $input) {
      total
      groups {
        urn
        displayName
        description
        ...MemberCount
      }
    }
  }
`,
  [memberCount],
);

function GroupList() {
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
              cell: (group) => (
                <Person urn={group.urn} name={entityName(group)} href={links.group(group.urn)} />
              ),
            },
            { head: 'Id', kind: 'less', cell: ({ urn }) => <code class="soft">{urnName(urn)}</code> },
            {
              head: 'Description',
              kind: 'less',
              cell: ({ description }) => (
                <span class="clamp" dir="auto">
                  {description}
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
