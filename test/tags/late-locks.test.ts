import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { associationStore } from '../../src/tags/association-store.js';
import { call, done, tagCatalog } from '../support/metadata.js';
import { waitFor } from '../support/wait-for.js';

const { db, editor, ...catalog } = await tagCatalog(t);
const lock = 4_711;

/** The database, but statements wait before they lock entities: later than PostgreSQL chooses which rows they see. */
const late = Object.create(db, {
  query: {
    value: ((sql, ...rest) =>
      db.query(
        sql.replace(
          'FROM entities WHERE',
          `FROM entities WHERE (SELECT pg_advisory_xact_lock(${lock})) IS NOT NULL AND`,
        ),
        ...rest,
      )) satisfies Database['query'],
  },
}) as Database;

const isWaiting = async () => {
  const rows = await db.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${lock} AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length > 0;
};

t.test(
  'the history has a tag that is added while its removal ends',
  { skip: db.kind === 'embedded' && 'the embedded database runs one transaction at a time' },
  async (t) => {
    const [tag] = (await catalog.tags('late')) as [string];
    const resourceUrn = await catalog.dataset();
    const input = { resourceUrn, tagUrn: tag };
    t.strictSame(await call(editor, 'addTag', { input }), done);
    let adding: Promise<unknown> = Promise.resolve();
    await db.inTransaction(async (tx) => {
      await tx.query(`SELECT pg_advisory_xact_lock(${lock})`);
      adding = associationStore(late).attach({
        ...{
          resourceUrns: [resourceUrn],
          tagUrns: [tag],
          associations: [{ resourceUrn, fieldPath: '', tagUrn: tag }],
        },
        ...{
          audit: { time: Date.now(), actor: 'urn:li:corpuser:late' },
          requester: { urn: 'urn:li:corpuser:late' },
        },
      });
      await waitFor(isWaiting);
      t.strictSame(await call(editor, 'removeTag', { input }), done);
    });
    await adding;
    t.strictSame(await catalog.tagsOn(resourceUrn), ['late']);
    const changes = await db.query<{ operation: string }>(
      "SELECT operation FROM change_events WHERE entity_urn = $1 AND category = 'TAG' ORDER BY time, id",
      [resourceUrn],
    );
    t.strictSame(
      changes.map(({ operation }) => operation),
      ['ADD', 'REMOVE', 'ADD'],
    );
  },
);
