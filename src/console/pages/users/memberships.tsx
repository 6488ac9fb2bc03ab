import { graphql } from '../../../client/documents.js';
import { entityName, namedEntity } from '../../../client/named-entity.js';
import { useQuery } from '../../api/use-query.js';
import { IconButton } from '../../kit/button.js';
import { Loaded } from '../../kit/loaded.js';
import { Person } from '../../kit/marks.js';
import { Failure } from '../../kit/notice.js';
import { Suggest } from '../../kit/suggest.js';
import { useAction } from '../../kit/use-action.js';
import { completeTypes } from '../../model/complete.js';
import { links } from '../../model/links.js';
import { numberText } from '../../model/numbers.js';
import { addMember, removeMember } from '../groups/members.js';

const shown = 200;

/** The groups of a user, also for what ends with the user. */
export const userGroups = graphql(
  `
  query UserGroups($urn: String!, $count: Int!) {
    corpUser(urn: $urn) {
      relationships(
        input: {
          types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
          direction: OUTGOING
          start: 0
          count: $count
        }
      ) {
        total
        relationships {
          entity {
            ...NamedEntity
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

/** The groups that a user is in. */
export function Memberships({ urn, mayChange }: { urn: string; mayChange: boolean }) {
  const query = useQuery(userGroups, { urn, count: shown });
  const action = useAction();
  return (
    <section>
      <h2>Groups</h2>
      {action.error && <Failure error={action.error} />}
      <Loaded
        query={query}
        label="Groups"
        isEmpty={(data) => !data.corpUser?.relationships?.total}
        empty={<p class="soft">Not in any group.</p>}
      >
        {({ corpUser }) => {
          const { total, relationships } = corpUser!.relationships!;
          const groups = new Map(
            relationships.flatMap(({ entity }) => (entity ? [[entity.urn, entity]] : [])),
          );
          return (
            <ul class="stack tight">
              {[...groups.values()].map((group) => (
                <li key={group.urn} class="row one">
                  <Person urn={group.urn} name={entityName(group)} href={links.group(group.urn)} />
                  {mayChange && (
                    <IconButton
                      icon="x"
                      label={`Remove from the group ${entityName(group)}`}
                      isSmall
                      onClick={() =>
                        action.run(() =>
                          removeMember(
                            { groupUrn: group.urn, userUrn: urn },
                            `Removed from ${entityName(group)}`,
                          ),
                        )
                      }
                    />
                  )}
                </li>
              ))}
              {total > relationships.length && (
                <li class="soft small">and {numberText(total - relationships.length)} more</li>
              )}
            </ul>
          );
        }}
      </Loaded>
      {mayChange && (
        <Suggest
          label="Add to a group"
          placeholder="Add to a group"
          find={completeTypes('CORP_GROUP')}
          onChoose={({ value, label }) =>
            action.run(() => addMember({ groupUrn: value, userUrn: urn }, `Added to ${label}`))
          }
        />
      )}
    </section>
  );
}
