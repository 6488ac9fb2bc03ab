import { caller } from '../../api/caller.js';
import { metadataPrivileges, platformPrivileges, privilegeName } from '../../model/privileges.js';

export interface ScopeChoice {
  readonly kind: 'all' | 'READ' | 'WRITE' | 'named';
  /** Of the kind `named`. */
  readonly privileges: readonly string[];
}

/** Returns the scopes of the API; null: all that the user may do. */
export function scopesOf({ kind, privileges }: ScopeChoice): string[] | null {
  if (kind === 'all') return null;
  return kind === 'named' ? ['READ', ...privileges] : [kind];
}

const kinds: readonly [ScopeChoice['kind'], string][] = [
  ['all', 'all that its user may do'],
  ['WRITE', 'all but tokens and administration (WRITE)'],
  ['READ', 'reading only (READ)'],
  ['named', 'reading and some privileges'],
];

interface ScopesProps {
  value: ScopeChoice;
  onChange(value: ScopeChoice): void;
}

export function Scopes({ value, onChange }: ScopesProps) {
  // Whether the user has those over entities depends on the entity.
  const own = [...caller.value!.privileges].filter((name) => platformPrivileges.includes(name)).sort();
  return (
    <>
      <fieldset>
        <legend>May do</legend>
        {kinds.map(([kind, text]) => (
          <label key={kind}>
            <input
              type="radio"
              name="scopes"
              checked={value.kind === kind}
              onChange={() => onChange({ ...value, kind })}
            />{' '}
            {text}
          </label>
        ))}
      </fieldset>
      {value.kind === 'named' && (
        <fieldset>
          <legend>Privileges</legend>
          {[...metadataPrivileges, ...own].map((name) => (
            <label key={name} title={name}>
              <input
                type="checkbox"
                checked={value.privileges.includes(name)}
                onChange={() =>
                  onChange({
                    ...value,
                    privileges: value.privileges.includes(name)
                      ? value.privileges.filter((one) => one !== name)
                      : [...value.privileges, name],
                  })
                }
              />{' '}
              {privilegeName(name)}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
