import { entityName } from '../../../client/named-entity.js';
import { urnName } from '../../../client/urn-name.js';
import { Icon } from '../../kit/icon.js';
import { Avatar } from '../../kit/marks.js';
import type { DialogState } from '../../kit/use-dialog.js';
import type { Policy } from './policy.js';
import { PolicyItem } from './policy-item.js';

type Actors = Policy['actors'];

/** The same text for the same actors. */
const actorsKey = ({ users, groups, allUsers, allGroups }: Actors) =>
  JSON.stringify(allUsers ? true : [[...(users ?? [])].sort(), [...(groups ?? [])].sort(), allGroups]);

const shown = 6;

interface Actor {
  readonly urn: string;
  readonly name: string;
  readonly exists: boolean;
}

function namedActors({ users, groups, resolvedUsers, resolvedGroups }: Actors): readonly Actor[] {
  const found = new Map<string, Omit<Actor, 'urn'>>([
    ...(resolvedUsers ?? []).map(
      (user) => [user.urn, { name: entityName(user), exists: user.status !== null }] as const,
    ),
    ...(resolvedGroups ?? []).map(
      (group) => [group.urn, { name: entityName(group), exists: group.properties !== null }] as const,
    ),
  ]);
  return [...(users ?? []), ...(groups ?? [])].map((urn) => ({
    urn,
    ...(found.get(urn) ?? { name: urnName(urn), exists: false }),
  }));
}

interface ByActorsProps {
  policies: readonly Policy[];
  dialog: DialogState;
}

/** Policies below those to whom they grant something. */
export function ByActors({ policies, dialog }: ByActorsProps) {
  const keys = [...new Set(policies.map(({ actors }) => actorsKey(actors)))];
  return (
    <>
      {keys.map((key) => {
        const own = policies.filter(({ actors }) => actorsKey(actors) === key);
        return (
          <section key={key} class="frame">
            <div class="head">
              <ActorHead actors={own[0]!.actors} />
            </div>
            <ul class="lined">
              {own.map((policy) => (
                <PolicyItem key={policy.urn} policy={policy} dialog={dialog} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function ActorHead({ actors }: { actors: Actors }) {
  if (actors.allUsers)
    return (
      <>
        <span class="av" aria-hidden="true">
          <Icon name="domain" />
        </span>
        <h2>Everyone</h2>
      </>
    );
  const named = namedActors(actors);
  const rest = named.length - shown;
  return (
    <>
      {named.slice(0, shown).map(({ urn, name, exists }) => (
        <span key={urn} class="who" title={urn}>
          <Avatar urn={urn} name={name} />
          <h2 class="cut" dir="auto">
            {name}
          </h2>
          {urn.startsWith('urn:li:corpGroup:') && <span class="soft small">group</span>}
          {!exists && <span class="warn small">does not exist</span>}
        </span>
      ))}
      {rest > 0 && <span class="soft">and {rest} more</span>}
      {actors.allGroups && <h2>The members of any group</h2>}
      {named.length === 0 && !actors.allGroups && <h2 class="warn">No one</h2>}
    </>
  );
}
