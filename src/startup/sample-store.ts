import type { Query } from '../db/query.js';

/** Whether the store holds any metadata. Policies and users are entities, and every store has some. */
export const holdsMetadata = async (query: Query): Promise<boolean> =>
  (await query(`SELECT FROM entities WHERE type NOT IN ('dataHubPolicy', 'corpuser') LIMIT 1`)).length > 0;

/** Waits for other processes that load the sample, until this transaction ends. */
export const lockSample = (query: Query): Promise<unknown> =>
  query(`SELECT pg_advisory_xact_lock(hashtext('catalog.sample'))`);
