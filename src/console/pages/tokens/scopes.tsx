import { useSignal } from '@preact/signals';
import { caller } from '../../api/caller.js';
import { CheckBoxes } from '../../kit/check-box.js';
import { Badge } from '../../kit/marks.js';
import { entityPrivileges, platformPrivileges, privilegeName } from '../../model/privileges.js';

type Kind = 'all' | 'WRITE' | 'READ' | 'named';

/** @param user the name of the user that the token acts as */
const kinds = (user: string): readonly (readonly [kind: Kind, text: string, about: string])[] => [
  ['all', 'Everything', `All that ${user} may do`],
  ['WRITE', 'Read and write', 'All but tokens and administration'],
  ['READ', 'Read only', 'Nothing can be changed with it'],
  ['named', 'Read and chosen privileges …', 'You choose them one by one'],
];

/** The state of the fields that say what a token may do. */
export function useScopes() {
  const kind = useSignal<Kind>('all');
  const privileges = useSignal<readonly string[]>([]);
  return {
    kind,
    privileges,
    isReady: kind.value !== 'named' || privileges.value.length > 0,
    /** The scopes of the API; null: all that the user may do. */
    input: (): string[] | null => {
      if (kind.value === 'all') return null;
      return kind.value === 'named' ? ['READ', ...privileges.value] : [kind.value];
    },
  };
}

export function ScopeFields({ kind, privileges, user }: ReturnType<typeof useScopes> & { user: string }) {
  // Whether the user has those over entities depends on the entity.
  const own = [...caller.value!.privileges].filter((name) => platformPrivileges.includes(name)).sort();
  return (
    <>
      <fieldset class="field">
        <legend>Scopes</legend>
        {kinds(user).map(([name, text, about]) => (
          <label key={name} class="choice">
            <input
              type="radio"
              name="scopes"
              checked={kind.value === name}
              onChange={() => (kind.value = name)}
            />
            <span>{text}</span>
            <small dir="auto">{about}</small>
          </label>
        ))}
      </fieldset>
      {kind.value === 'named' && (
        <CheckBoxes
          legend="Privileges"
          options={[...entityPrivileges, ...own].map((name) => [name, privilegeName(name)] as const)}
          chosen={privileges}
        />
      )}
    </>
  );
}

/** The scopes that are no privileges. */
const scopeNames: Readonly<Record<string, string>> = { READ: 'Read', WRITE: 'Write' };
const scopeName = (name: string): string => scopeNames[name] ?? privilegeName(name);
const shownMax = 3;

/** The scopes of a token; null: it has none. */
export function TokenScopes({ scopes }: { scopes: readonly string[] | null }) {
  if (scopes === null) return <span class="soft">Everything its user may do</span>;
  const more = scopes.slice(shownMax);
  return (
    <span class="row tight">
      {scopes.slice(0, shownMax).map((name) => (
        <Badge key={name} title={name}>
          {scopeName(name)}
        </Badge>
      ))}
      {more.length > 0 && <small title={more.map(scopeName).join(', ')}>+{more.length}</small>}
    </span>
  );
}
