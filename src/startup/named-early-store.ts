import { type LaterPrivilege, laterPrivileges, privilegeSpellings } from '../datahub/privileges.js';

/** A privilege that stored policies name, in any spelling, although it has an effect only from a migration on. */
export interface NamedEarly {
  readonly privilege: string;
  readonly displayName: string;
  /** The number of policies that name it. */
  readonly count: number;
  /** The URNs and names of the first of them. */
  readonly policies: readonly string[];
}

const listedMax = 20;

const list: readonly [name: string, LaterPrivilege][] = Object.entries(laterPrivileges);

/** Returns the names by which policies mean a privilege. */
const listNames = (privilege: string): readonly string[] => [
  privilege,
  ...[...privilegeSpellings].filter(([, meant]) => meant === privilege).map(([name]) => name),
];

/**
 * Reads what migrations will take out of the stored policies, because the upgrade would grant it. Called before they run.
 * The first administrator's policy is not listed if it gets the privilege from its migration.
 */
export async function readNamedEarly(
  query: <Row>(sql: string, params: readonly unknown[]) => Promise<Row[]>,
  migrations: readonly string[],
): Promise<NamedEarly[]> {
  const found: NamedEarly[] = [];
  for (const [privilege, { displayName, migration, isFirstAdministrators }] of list) {
    if (!migrations.includes(migration)) continue;
    const rows = await query<{ policy: string; count: number }>(
      `SELECT 'urn:li:dataHubPolicy:' || id || ' (' || name || ')' AS policy, (count(*) OVER ())::int AS count
         FROM policies WHERE privileges && $1::text[] AND NOT ($2::boolean AND id = 'bootstrap-platform')
        ORDER BY id LIMIT ${listedMax}`,
      [listNames(privilege), isFirstAdministrators],
    );
    const policies = rows.map(({ policy }) => policy);
    if (rows[0]) found.push({ privilege, displayName, count: rows[0].count, policies });
  }
  return found;
}

/** Returns which policies name a privilege: all of them, or the first. */
export const describePolicies = ({ count, policies }: NamedEarly): string =>
  `${policies.join(', ')}${count > policies.length ? ` and ${count - policies.length} more` : ''}`;
