import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import { transaction } from '../db/transaction.js';
import { metadataPrivileges, privileges } from '../domain/privileges.js';
import { userUrn } from '../domain/urn.js';
import { savePolicy } from '../policies/store.js';
import type { Services } from '../services.js';
import { ensureUsers, userStore } from '../users/store.js';

/**
 * On an empty store: the first user, who may do everything, and a token for a day in a file that only this
 * account may read. Of several that start at once, one does it.
 *
 * @returns the token's file, null when there are users already
 */
export async function bootstrap(
  db: Database,
  services: Services,
  config: Config,
  now: number,
): Promise<string | null> {
  const admin = userUrn(config.BOOTSTRAP_ADMIN);
  if (!(await userStore(db).isEmpty())) return null;
  const first = await transaction(db, async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.bootstrap'))`);
    if ((await tx.query('SELECT FROM users LIMIT 1')).length > 0) return false;
    await ensureUsers(tx, [admin], now);
    // At once with the user: with one that may nothing, the next start would leave it at that.
    for (const policy of everything(admin)) await savePolicy(tx, policy);
    return true;
  });
  if (!first) return null;
  const { text } = await services.tokens.issue({ actorUrn: admin, duration: 'ONE_DAY', name: 'bootstrap' });
  const file = resolve(config.BOOTSTRAP_TOKEN_FILE ?? join(config.DATA_DIR, 'bootstrap-token'));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return file;
}

/** Two policies: the privileges over entities are granted apart from the others. */
function everything(admin: string) {
  const overEntities = new Set<string>(metadataPrivileges);
  const common = {
    state: 'ACTIVE' as const,
    actors: { allUsers: false, users: [admin] },
    resources: { type: null, urns: [] },
  };
  return [
    {
      ...common,
      id: 'bootstrap-platform',
      name: 'All platform privileges for the first administrator',
      type: 'PLATFORM' as const,
      privileges: Object.keys(privileges).filter((name) => !overEntities.has(name)),
    },
    {
      ...common,
      id: 'bootstrap-metadata',
      name: 'All metadata privileges for the first administrator',
      type: 'METADATA' as const,
      privileges: [...metadataPrivileges],
    },
  ];
}
