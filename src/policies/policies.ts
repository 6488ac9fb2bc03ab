import { randomUUID } from 'node:crypto';
import type { ReadActor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import type { Deps } from '../deps.js';
import { type ReadRights, rightsReader } from './evaluation/rights-reader.js';
import { createCan, policyManagement } from './manage.js';
import { policyStore } from './store.js';

/** Reads what users may do, by the policies as they are. */
export const rightsReads = (db: Database) => rightsReader(policyStore(db), policyStore);

/** Reads users for work that no request makes. */
export const actorReads =
  (rights: ReadRights): ReadActor =>
  async (user) => ({ urn: user.urn, can: createCan(user, await rights(user.policyVersion)) });

type Given = Pick<Parameters<typeof policyManagement>[0], 'aspects' | 'rights' | 'user'>;

export const policyServices = ({ db, clock, config, visibility }: Deps, given: Given) =>
  policyManagement({
    db,
    visibility,
    clock,
    newId: randomUUID,
    ...given,
    pageSizeMax: config.PAGE_SIZE_MAX,
    maxBytes: config.ANSWER_MAX_BYTES,
  });
