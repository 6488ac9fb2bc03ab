import { useSignal } from '@preact/signals';
import { caller } from '../../api/caller.js';
import { CheckBoxes } from '../../kit/check-box.js';
import { entityPrivileges, platformPrivileges, privilegeName } from '../../model/privileges.js';

const kinds = [
  ['all', 'All rights of the user'],
  ['WRITE', 'Everything except tokens and administration (WRITE)'],
  ['READ', 'Read only (READ)'],
  ['named', 'Read, and selected privileges'],
] as const;

/** The state of the fields that say what a token may do. */
export function useScopes() {
  const kind = useSignal<(typeof kinds)[number][0]>('all');
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

export function ScopeFields({ kind, privileges }: ReturnType<typeof useScopes>) {
  // Whether the user has those over entities depends on the entity.
  const own = [...caller.value!.privileges].filter((name) => platformPrivileges.includes(name)).sort();
  return (
    <>
      <fieldset>
        <legend>Rights</legend>
        {kinds.map(([name, text]) => (
          <label key={name}>
            <input
              type="radio"
              name="scopes"
              checked={kind.value === name}
              onChange={() => (kind.value = name)}
            />{' '}
            {text}
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
