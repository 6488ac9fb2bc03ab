import { Badge } from '../../kit/marks.js';
import { privilegeName } from '../../model/privileges.js';

/** Privileges or scopes by the names that people know, with those of the wire as titles. */
export const Privileges = ({ names }: { names: readonly string[] }) => (
  <ul class="row tight">
    {names.map((name) => (
      <li key={name}>
        <Badge title={name}>{privilegeName(name)}</Badge>
      </li>
    ))}
  </ul>
);
