import { privilegeName } from '../../model/privileges.js';

/** Privileges or scopes by the names that people know, with those of the wire as titles. */
export const Privileges = ({ names }: { names: readonly string[] }) => (
  <ul class="row plain-list">
    {names.map((name) => (
      <li key={name} class="tag" title={name}>
        {privilegeName(name)}
      </li>
    ))}
  </ul>
);

/** The scopes of a token; null: it has none. */
export const TokenScopes = ({ scopes }: { scopes: readonly string[] | null }) =>
  scopes ? <Privileges names={scopes} /> : <span class="soft">all rights of its user</span>;
