import { graphql } from '../../../client/documents.js';
import { List } from '../../kit/list.js';
import { Failure } from '../../kit/notice.js';
import { Section } from '../../kit/section.js';
import { Suggest } from '../../kit/suggest.js';
import { Table } from '../../kit/table.js';
import { useAction } from '../../kit/use-action.js';
import { completeUsers } from '../../model/complete.js';
import { links } from '../../model/links.js';
import { person, personName, State } from '../users/person.js';
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
            ...Person
          }
        }
      }
    }
  }
`,
  [person],
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
            action.run(() => addMember(urn, value), `${label} is now a member.`)
          }
        />
      )}
      {action.error && <Failure error={action.error} needs="MANAGE_USERS_AND_GROUPS" />}
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
        empty="This group has no members."
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
                  <a href={links.user(member.urn)} title={member.urn}>
                    {personName(member)}
                  </a>
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
                    <button
                      type="button"
                      aria-label={`Remove ${personName(member)} from the group`}
                      onClick={() =>
                        action.run(
                          () => removeMember(urn, member.urn),
                          `${personName(member)} is no longer a member.`,
                        )
                      }
                    >
                      Remove
                    </button>
                  ),
              },
            ]}
          />
        )}
      </List>
    </Section>
  );
}
