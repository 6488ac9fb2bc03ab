import { graphql } from '../../../client/documents.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { Failure } from '../../kit/notice.js';
import { Section } from '../../kit/section.js';
import { Suggest } from '../../kit/suggest.js';
import { useAction } from '../../kit/use-action.js';
import { completeTypes } from '../../model/complete.js';
import { entityName, namedEntity } from '../../model/entity-name.js';
import { links } from '../../model/links.js';
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
    <Section title="Groups">
      {action.error && <Failure error={action.error} needs="MANAGE_USERS_AND_GROUPS" />}
      <Loaded
        query={query}
        label="Groups"
        isEmpty={(data) => !data.corpUser?.relationships?.total}
        empty="Not in any group."
      >
        {({ corpUser }) => {
          const { total, relationships } = corpUser!.relationships!;
          const groups = new Map(
            relationships.flatMap(({ entity }) => (entity ? [[entity.urn, entity]] : [])),
          );
          return (
            <ul class="row plain-list">
              {[...groups.values()].map((group) => (
                <li key={group.urn} class="tag" title={group.urn}>
                  <a href={links.group(group.urn)}>{entityName(group)}</a>
                  {mayChange && (
                    <button
                      type="button"
                      aria-label={`Remove from the group ${entityName(group)}`}
                      onClick={() =>
                        action.run(
                          () => removeMember(group.urn, urn),
                          `Removed from the group ${entityName(group)}.`,
                        )
                      }
                    >
                      ×
                    </button>
                  )}
                </li>
              ))}
              {total > relationships.length && <li class="soft">and {total - relationships.length} more</li>}
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
            action.run(() => addMember(value, urn), `Added to the group ${label}.`)
          }
        />
      )}
    </Section>
  );
}
