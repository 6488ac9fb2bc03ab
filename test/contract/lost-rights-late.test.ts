import t from 'tap';
import type { Database } from '../../src/db/database.js';
import type { Query } from '../../src/db/query.js';
import { createRequest, operations } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';

/** What a transaction does after its first write: it could have waited for any. */
let meanwhile: ((query: Query) => Promise<unknown>) | undefined;
const wrap = (db: Database): Database => ({
  ...db,
  inTransaction: (work, deadline) =>
    db.inTransaction(async (tx) => {
      const query: Query = async (sql, ...rest) => {
        const rows = await tx.query(sql, ...rest);
        if (!/INSERT INTO (aspects|audit_events)/.test(sql)) return rows as never;
        const loss = meanwhile;
        meanwhile = undefined;
        await loss?.(tx.query);
        return rows as never;
      };
      return work({ ...tx, query });
    }, deadline),
});
const all = await actorCatalog(t, { wrap });
const { urn, token } = all.manager;

/** The losses are part of the transaction, so that a refusal takes them back. */
const losses = {
  401: `UPDATE access_tokens SET revoked_at = 1 WHERE actor_urn = '${urn}'`,
  403: `UPDATE policies SET state = 'INACTIVE' WHERE name = 'manager'`,
};

/** Changes that may take these rights of the caller itself: they are judged before they write. */
const ownChange = { 401: /AccessToken/, 403: /AccessToken|MANAGE_(USERS|SERVICE|POLICIES)/ } as const;

for (const [status, sql] of Object.entries(losses))
  t.test(`${status}: the right is lost after a change has begun to write`, async (t) => {
    const tried: string[] = [];
    for (const [name, { privileges }] of Object.entries(operations)) {
      if (!privileges || ownChange[status as '401'].test(`${name} ${privileges}`)) continue;
      const on = await all.onBob();
      const before = await all.state();
      meanwhile = (query) => query(sql);
      const code = await all.code(createRequest(name, on), { authorization: `Bearer ${token}` });
      const hasWritten = meanwhile === undefined;
      meanwhile = undefined;
      if (!hasWritten) continue;
      tried.push(name);
      t.equal(code, Number(status), name);
      t.equal(await all.state(), before, `${name} changes nothing`);
    }
    t.ok(tried.length > 20, tried.join(', '));
  });
