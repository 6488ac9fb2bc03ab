import type { Asks, Standing } from '../core/standing.js';
import { groupsSql } from './groups-sql.js';

/** The result of `Standing.facts` as parameters: names and SQL types, in this order. */
const facts = {
  caller: 'text',
  groups: 'text',
  policies: 'bigint',
  token: 'text',
  session: 'text',
  ends_at: 'bigint',
  now: 'bigint',
} as const;
const types = Object.values(facts);
const names = Object.keys(facts) as (keyof typeof facts)[];

/**
 * SQL of whether the facts on which a caller's rights are based still hold: its token and its session are live, its
 * user is active, its groups and the version of the policies are the same. A statement sees the committed state of its
 * beginning. Written out where it is used, because PostgreSQL inlines no function that has a subquery: a call takes
 * four times as long. Each subquery is a lookup by a key, whatever PostgreSQL believes of the number of callers.
 *
 * @param of returns SQL of a fact; those that are null are not compared
 */
const stands = (of: (fact: keyof typeof facts) => string) => `(
       coalesce(${of('ends_at')} > ${of('now')}, true)
   AND coalesce(${of('policies')} = (SELECT v.version FROM policy_version v), true)
   AND (SELECT u.state = 'ACTIVE' FROM users u WHERE u.urn = ${of('caller')})
   AND (${of('groups')} IS NULL OR ${of('groups')} = array_to_string(${groupsSql(of('caller'))}, E'\\n'))
   AND (${of('token')} IS NULL OR (
          SELECT t.revoked_at IS NULL AND t.withdrawn_at IS NULL AND coalesce(t.expires_at > ${of('now')}, true)
            FROM access_tokens t WHERE t.id = ${of('token')}))
   AND (${of('session')} IS NULL OR (
          SELECT s.expires_at > ${of('now')} FROM console_sessions s
           WHERE s.id_hash = decode(${of('session')}, 'hex')))) IS TRUE`;

const ofOne = `SELECT ${stands((fact) => `$${names.indexOf(fact) + 1}::${facts[fact]}`)} AS stands`;

/** Whether the facts on which a caller's rights are based still hold. @param params the result of `Standing.facts` */
export async function callerStands(tx: Asks, params: ReturnType<Standing['facts']>): Promise<boolean> {
  const [row] = await tx.query<{ stands: boolean }>(ofOne, params);
  return row!.stands;
}

/**
 * SQL of the positions, from 1, of the callers whose rights are based on outdated facts.
 *
 * @param first the number of the first of the parameters that `toFacts` returns
 */
export const staleCallers = (first: number): string => `
  SELECT position::int FROM unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')})
         WITH ORDINALITY AS one(${names.join(', ')}, position)
   WHERE NOT ${stands((fact) => `one.${fact}`)}`;

/** Returns the facts of callers as one array for each parameter. */
export function toFacts(callers: readonly Standing[]): unknown[][] {
  const ofEach = callers.map((caller) => caller.facts());
  return types.map((_, index) => ofEach.map((one) => one[index]));
}
