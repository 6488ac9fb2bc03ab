import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { userFragment } from '../../../client/user.js';
import { IconButton } from '../../kit/button.js';
import { List } from '../../kit/list.js';
import { Person } from '../../kit/marks.js';
import { Failure } from '../../kit/notice.js';
import { Section } from '../../kit/section.js';
import { Suggest } from '../../kit/suggest.js';
import { Table } from '../../kit/table.js';
import { useAction } from '../../kit/use-action.js';
import { completeUsers } from '../../model/complete.js';
import { links } from '../../model/links.js';
import { State } from '../users/person.js';
import { addMember, removeMember } from './members.js';

const load = graphql(
  `
  query Members($urn: String!, $start: Int!, $count: Int!) {
    corpGroup(urn: $urn) {
      relationships(
        input: {
          types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
          direction: INCOMING
          start: $start
          count: $count
        }
      ) {
        total
        relationships {
          type
          entity {
            ...User
          }
        }
      }
    }
  }
`,
  [userFragment],
);

export function MemberList({ urn, mayChange }: { urn: string; mayChange: boolean }) {
  const action = useAction();
  return (
    <Section title="Members">
      {mayChange && (
        <Suggest
          label="Add a member"
          placeholder="Add a user or a service account"
          find={completeUsers}
          onChoose={({ value, label }) =>
            action.run(() => addMember({ groupUrn: urn, userUrn: value }, `${label} is now a member`))
          }
        />
      )}
      {action.error && <Failure error={action.error} />}
      <List
        label="Members"
        address={{ urn: '' }}
        document={load}
        variables={(_, page) => ({ urn, ...page })}
        read={({ corpGroup }) => ({
          rows: (corpGroup?.relationships?.relationships ?? []).flatMap(({ type, entity }) =>
            entity && 'status' in entity ? [{ ...entity, type }] : [],
          ),
          total: corpGroup?.relationships?.total ?? 0,
        })}
        empty="Add one above."
      >
        {(members) => (
          <Table
            label="Members"
            rows={members}
            rowKey={(member) => `${member.urn} ${member.type}`}
            columns={[
              {
                head: 'Name',
                cell: (member) => (
                  <Person urn={member.urn} name={entityName(member)} href={links.user(member.urn)} />
                ),
              },
              { head: 'State', cell: ({ status }) => <State status={status} /> },
              {
                head: 'Source',
                cell: ({ type }) => type === 'IsMemberOfGroup' && <span class="soft">from a directory</span>,
              },
              {
                head: 'Actions',
                kind: 'actions',
                cell: (member) =>
                  mayChange && (
                    <IconButton
                      icon="x"
                      label={`Remove ${entityName(member)} from the group`}
                      onClick={() =>
                        action.run(() =>
                          removeMember(
                            { groupUrn: urn, userUrn: member.urn },
                            `${entityName(member)} is no longer a member`,
                          ),
                        )
                      }
                    />
                  ),
              },
            ]}
          />
        )}
      </List>
    </Section>
  );
}
