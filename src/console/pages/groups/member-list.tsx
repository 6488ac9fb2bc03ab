import { graphql } from '../../../client/documents.js';
import { request } from '../../api/request.js';
import { useQuery } from '../../api/use-query.js';
import { useAction } from '../../kit/action.js';
import { Loaded } from '../../kit/loaded.js';
import { say } from '../../kit/messages.js';
import { Failure } from '../../kit/notice.js';
import { Pager } from '../../kit/pager.js';
import { Suggest } from '../../kit/suggest.js';
import { startOf, useAddress } from '../../kit/use-address.js';
import { completeUsers } from '../../model/complete.js';
import { links } from '../../model/links.js';
import { person, personName, State } from '../users/person.js';
import { addMembers, removeMembers } from './members.js';

const pageSize = 50;

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

interface MemberListProps {
  urn: string;
  mayChange: boolean;
  onChanged(): void;
}

export function MemberList({ urn, mayChange, onChanged }: MemberListProps) {
  const [shown, changeAddress] = useAddress({ urn: '', start: '0' });
  const start = startOf(shown.start);
  const query = useQuery(load, { urn, start, count: pageSize });
  const action = useAction();
  const change = async (document: typeof addMembers | typeof removeMembers, user: string, text: string) => {
    const input = { groupUrn: urn, userUrns: [user] };
    if (!(await action.run(() => request(document as typeof addMembers, { input })))) return;
    say(text);
    query.reload();
    onChanged();
  };
  return (
    <section class="stack people-part" aria-label="Members">
      <h2>Members</h2>
      {mayChange && (
        <Suggest
          label="Add a member"
          placeholder="Add a user or a service account"
          find={completeUsers}
          onChoose={({ value, label }) => change(addMembers, value, `${label} is a member.`)}
        />
      )}
      {action.error && <Failure error={action.error} needs={['MANAGE_USERS_AND_GROUPS']} />}
      <Loaded
        query={query}
        label="Members"
        isEmpty={(data) => !data.corpGroup?.relationships?.total}
        empty="Nobody is in this group."
      >
        {({ corpGroup }) => {
          const { total, relationships } = corpGroup!.relationships!;
          return (
            <>
              <div class="table people">
                <table>
                  <tbody>
                    {relationships.map(
                      ({ type, entity }) =>
                        entity &&
                        'status' in entity && (
                          <tr key={`${entity.urn} ${type}`}>
                            <th scope="row" title={entity.urn}>
                              <a href={links.user(entity.urn)}>{personName(entity)}</a>
                            </th>
                            <td>
                              <State status={entity.status} />
                            </td>
                            <td class="soft">{type === 'IsMemberOfGroup' && 'from a directory'}</td>
                            <td class="actions">
                              {mayChange && (
                                <button
                                  type="button"
                                  aria-label={`Remove ${personName(entity)} from the group`}
                                  onClick={() =>
                                    change(
                                      removeMembers,
                                      entity.urn,
                                      `${personName(entity)} is no member any more.`,
                                    )
                                  }
                                >
                                  Remove
                                </button>
                              )}
                            </td>
                          </tr>
                        ),
                    )}
                  </tbody>
                </table>
              </div>
              <Pager
                start={start}
                count={pageSize}
                total={total}
                onStart={(value) => changeAddress({ start: `${value}` })}
              />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
