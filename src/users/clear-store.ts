import type { AspectKey } from '../aspects/aspect.js';
import { lockAccess } from '../aspects/lock-store.js';
import { getEntityType } from '../core/urn.js';
import type { Transaction } from '../db/query.js';

/** Clears the values of deleted aspects. A user or group without properties still exists, with its state. */
export async function clearPeople(tx: Transaction, keys: readonly AspectKey[]): Promise<void> {
  const of = (type: string, aspect: string) =>
    keys.filter(({ urn, name }) => name === aspect && getEntityType(urn) === type).map(({ urn }) => urn);
  const infos = of('corpuser', 'corpUserInfo');
  const groups = of('corpGroup', 'corpGroupInfo');
  const [native, other] = ['nativeGroupMembership', 'groupMembership'].map((name) => of('corpuser', name));
  if (infos.length + groups.length + native!.length + other!.length === 0) return;
  await lockAccess(tx);
  await tx.query(
    `UPDATE users SET display_name = NULL, full_name = NULL, title = NULL, email = NULL WHERE urn = ANY($1::text[])`,
    [infos],
  );
  await tx.query('UPDATE groups SET name = NULL, description = NULL WHERE urn = ANY($1::text[])', [groups]);
  await tx.query(
    `DELETE FROM group_members WHERE (user_urn = ANY($1::text[]) AND native) OR (user_urn = ANY($2::text[]) AND NOT native)`,
    [native, other],
  );
}
