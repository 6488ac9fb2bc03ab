import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Query } from '../../src/db/query.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { createPolicy, onlyUsers } from './api.js';

const box = (id: string) => `urn:li:container:${id}`;
const inBox = (urn: string, container: string) => proposal(urn, 'container', { container });

/** Makes a transaction wait after it has read containers, so that others read them too before it writes. */
const slow =
  (query: Query): Query =>
  async (sql, ...rest) => {
    const rows = await query(sql, ...rest);
    if (sql.includes('WITH RECURSIVE direct')) await sleep(200);
    // biome-ignore lint/suspicious/noExplicitAny: the rows of the statement
    return rows as any;
  };

t.test('of two containers that are moved into each other at the same time, one stays', async (t) => {
  const { put, batch, user } = await aspectCatalog(t, {
    wrap: (db) => ({
      ...db,
      inTransaction: (work, deadline) =>
        db.inTransaction((tx) => work({ ...tx, query: slow(tx.query) }), deadline),
    }),
  });
  const [admin, ann] = [await user('admin', ['MANAGE_POLICIES']), await user('ann')];
  await createPolicy(admin, {
    ...{ type: 'METADATA', name: 'what is in a', state: 'ACTIVE', privileges: ['EDIT_ENTITY'] },
    actors: onlyUsers(ann.urn),
    resources: { filter: { criteria: [{ field: 'CONTAINER', values: [box('a')] }] } },
  });
  await put(inBox(box('b'), box('a')), inBox(box('c'), box('b')), inBox(box('d'), box('a')));
  const status = async (one: object) => (await batch([one], ann)).status;

  // d into what is in b, so that neither moves into the other itself.
  const answers = await Promise.all([inBox(box('b'), box('d')), inBox(box('d'), box('c'))].map(status));
  t.strictSame(answers.sort(), [200, 403]);
  for (const urn of [box('b'), box('c'), box('d')])
    t.equal(await status(proposal(urn, 'containerProperties', { name: 'n' })), 200, `${urn} is in a`);
});
