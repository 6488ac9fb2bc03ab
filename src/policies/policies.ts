import { randomUUID } from 'node:crypto';
import type { ReadActor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Deps } from '../deps.js';
import { type ReadRights, rightsReader } from './evaluation/rights-reader.js';
import { createCan, grantedPrivileges } from './granted.js';
import { listPolicies } from './list.js';
import { policyStore } from './store.js';
import { createPolicy, deletePolicy, updatePolicy } from './write.js';

/** Reads what users may do, by the policies as they are. */
export const rightsReads = (db: Database) => rightsReader(policyStore(db), policyStore);

/** Reads users for work that no request makes. */
export const actorReads =
  (rights: ReadRights): ReadActor =>
  async (user) => ({ urn: user.urn, can: createCan(user, await rights(user.policyVersion)) });

type Granted = Parameters<typeof grantedPrivileges>[0];

export const policyServices = (
  { db, clock, config }: Deps,
  { rights, user }: Pick<Granted, 'rights' | 'user'>,
) => ({
  create: createPolicy({ db, clock, newId: randomUUID }),
  update: updatePolicy({ db, clock }),
  delete: deletePolicy({ db, clock }),
  list: listPolicies({ db, pageSizeMax: config.PAGE_SIZE_MAX, maxBytes: config.ANSWER_MAX_BYTES }),
  granted: grantedPrivileges({ db, rights, user }),
});
