import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import type { Deps } from '../deps.js';
import { rightsReader } from './evaluation/rights-reader.js';
import { grantedPrivileges } from './granted.js';
import { listPolicies } from './list.js';
import { policyStore } from './store.js';
import { createPolicy, deletePolicy, updatePolicy } from './write.js';

/** Reads what users may do, by the policies as they are. */
export const rightsReads = (db: Database) => rightsReader(policyStore(db), policyStore);

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
