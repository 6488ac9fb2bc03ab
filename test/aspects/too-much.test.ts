import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { Deadline } from '../../src/core/deadline.js';
import { transaction } from '../../src/db/transaction.js';
import { add, aspectCatalog, freshDataset, patchProposal, proposal, refusal } from '../support/aspects.js';
import { waitFor } from '../support/wait-for.js';

const catalog = await aspectCatalog(t, { env: { PROPOSALS_PER_BATCH_MAX: '500', ASPECTS_UNKNOWN: 'store' } });
const { db, batch, services, readText } = catalog;
const onServer =
  db.kind === 'postgresql' ? {} : { skip: 'a statement of the embedded database is not interrupted' };
const many = (count: number, one: (index: number) => object) =>
  Array.from({ length: count }, (_, at) => one(at));

const actorWith = (deadline: Deadline): Actor => ({ urn: 'urn:li:corpuser:x', can: () => true, deadline });
const sendLess = {
  type: 'SERVICE_UNAVAILABLE',
  message: /try again later, or send fewer or smaller proposals at a time/,
  mayHaveChanged: false,
};
const later = { type: 'SERVICE_UNAVAILABLE' };

t.test('BAD_REQUEST: more proposals than a batch may have', async (t) => {
  const urn = freshDataset();
  t.match(await batch(many(500, () => proposal(urn, 'status', {}))), { status: 200 });
  const answer = await batch(many(501, () => proposal(urn, 'status', { removed: true })));
  t.match(answer, refusal(400, 'proposals has 501 entries; at most 500 are allowed'));
  t.equal(await readText(urn, 'status'), '{}', 'nothing is written');
});

t.test('BAD_REQUEST: a path of more than 65,536 characters, whatever it is made of', async (t) => {
  const send = (...operations: object[]) => batch([patchProposal(freshDataset(), 'x', operations)]);
  const longest = `/${'m'.repeat(65_535)}`;
  t.match(await send(add(longest, 1)), { status: 200 });
  for (const path of [`${longest}m`, '/a'.repeat(32_769), '/'.repeat(65_537), `/${'~1'.repeat(32_768)}`]) {
    t.match(await send(add(path, 1)), refusal(400, /is longer than 65536 characters/));
    t.match(
      await send({ op: 'move', from: path, path: '/a' }),
      refusal(400, /is longer than 65536 characters/),
    );
  }
});

t.test('BAD_REQUEST: more operations than a request may have', async (t) => {
  const patch = (urn: string, count: number) =>
    patchProposal(
      urn,
      'x',
      many(count, (at) => add(`/m${at}`, at)),
    );
  const urns = many(11, () => ({})).map(() => freshDataset());
  t.match(
    await batch(urns.map((urn, index) => patch(urn, index < 10 ? 10_000 : 1))),
    refusal(400, /have 100001 operations together; at most 100000 are allowed/),
  );
});

t.test('a batch that takes longer than a request may can be sent again, or in parts', async (t) => {
  const deadline = new Deadline();
  setImmediate(() => deadline.pass());
  const big = proposal(freshDataset(), 'x', `{"list":[${many(300_000, () => '1.0' as never)}]}`);
  await t.rejects(services.ingest.proposals(actorWith(deadline), [big, big]), sendLess);
});

/** Resolves when a backend waits for an event of this type. */
const waiting = (kind: string) =>
  waitFor(async () => {
    const rows = await db.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = $1 AND datname = current_database()
          AND pid <> pg_backend_pid() AND state = 'active'`,
      [kind],
    );
    return rows.length > 0;
  });

t.test('a batch with a statement that takes too long can be sent again, or in parts', onServer, async (t) => {
  await db.query(
    `CREATE FUNCTION slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$`,
  );
  await db.query(
    `CREATE TRIGGER slowly BEFORE INSERT ON aspects FOR EACH ROW WHEN (NEW.name = 'slow') EXECUTE FUNCTION slowly()`,
  );
  const slow = () => proposal(freshDataset(), 'slow', {});
  for (const [proposals, expected] of [
    [[slow(), slow()], sendLess],
    [[slow()], later],
  ] as const) {
    const deadline = new Deadline();
    const [outcome] = await Promise.allSettled([
      services.ingest.proposals(actorWith(deadline), proposals),
      waiting('Timeout').then(() => deadline.pass()),
    ]);
    t.match(outcome, { status: 'rejected', reason: expected }, `${proposals.length} proposals`);
  }
});

t.test(
  'a batch that waits for other transactions is rejected with the advice to retry',
  onServer,
  async (t) => {
    const urn = freshDataset();
    await catalog.put(proposal(urn, 'status', {}));
    const deadline = new Deadline();
    await transaction(db, async (tx) => {
      await tx.query('SELECT FROM entities WHERE urn = $1 FOR UPDATE', [urn]);
      const [outcome] = await Promise.allSettled([
        services.ingest.proposals(actorWith(deadline), [proposal(urn, 'x', {}), proposal(urn, 'y', {})]),
        waiting('Lock').then(() => deadline.pass()),
      ]);
      t.match(outcome, { status: 'rejected', reason: later });
    });
  },
);
