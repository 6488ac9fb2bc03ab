import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { refusedStore } from '../../../src/audit/refused-store.js';
import { metadataSource, securitySource } from '../../../src/audit/source-store.js';
import { streamStore } from '../../../src/audit/stream/stream-store.js';
import { readConfig } from '../../../src/config.js';
import { transaction } from '../../../src/db/transaction.js';
import { checkAuditStream } from '../../../src/startup/audit-stream.js';
import { testDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';
import { act, change, changeIn, type Line, openStream, recordIn, startStream, subjects } from './open.js';

const readLines = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
t.test('a file has each event once, in order, also after a restart and a rotation', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'audit.log');
  const target = { kind: 'file', path } as const;
  await act(db, 'before');
  const first = await startStream(t, db, target);
  await act(db, 'a');
  await change(db, 'urn:li:tag:b');
  await waitFor(() => first.read().sent === 2);
  t.equal(statSync(path).mode & 0o777, 0o600);
  const lines = readLines(path);
  t.match(lines, [
    { kind: 'SECURITY', type: 'DeleteEntityEvent', subject: 'a', detail: {}, timestamp: /^\d{4}-.*Z$/ },
    {
      ...{
        kind: 'METADATA',
        type: 'UpdateAspectEvent',
        subject: 'urn:li:tag:b',
        actorUrn: 'urn:li:corpuser:ann',
      },
      detail: { category: 'TAG', operation: 'ADD', modifier: 'urn:li:tag:a', fieldPath: 'é\n' },
    },
  ]);
  t.notMatch(readFileSync(path, 'utf8'), /a value|é|before/);

  renameSync(path, `${path}.1`);
  await act(db, 'c');
  await waitFor(() => first.read().sent === 3);
  t.strictSame(subjects(readLines(path)), ['c']);
  await act(db, 'd');
  await first.background.stop();

  await act(db, 'e');
  appendFileSync(path, '{"half');
  const second = await startStream(t, db, target);
  await waitFor(() => subjects(readLinesOf(path)).includes('e'));
  await second.background.stop();
  t.strictSame(subjects(readLinesOf(path)), ['c', 'd', 'e']);
  t.strictSame(subjects(readLines(`${path}.1`)), ['a', 'urn:li:tag:b']);
});

/** Leaves out what is no JSON. */
const readLinesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line));

t.test('refused authentications are sent although their minute is before other events', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'audit.log');
  const stream = await startStream(t, db, { kind: 'file', path });
  await act(db, 'a');
  await waitFor(() => stream.read().sent === 1);
  const store = refusedStore(db);
  await store.save([{ network: '192.0.2.1', reason: 'revoked', count: 3 }]);
  await db.query('UPDATE refused_authentications SET minute = minute - 600000');
  t.ok(await store.addMinute());
  await waitFor(() => stream.read().sent === 2);
  t.match(readLines(path)[1], { type: 'FailedLogInEvent', outcome: 'FAILURE', detail: { count: 3 } });
});

const alone = !process.env.TEST_DATABASE_URL && 'the embedded database runs one transaction at a time';
t.test('an event whose transaction ends late is not passed over', { skip: alone }, async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'audit.log');
  // The month of the events: only one transaction at a time creates it.
  await act(db, 'first');
  await startStream(t, db, { kind: 'file', path });
  const reads = streamStore(db, { security: securitySource(db), metadata: metadataSource(() => 0) });
  const begin = { security: [0, 0], refused: [0, 0], metadata: [0, 0] } as const;
  const expected: string[] = [];
  for (const addIn of [recordIn, changeIn]) {
    const before = (await reads.read(begin)).events.length;
    await transaction(db, async (tx) => {
      await addIn(tx, 'urn:li:tag:late');
      await transaction(db, (other) => addIn(other, 'urn:li:tag:early'));
      t.equal((await reads.read(begin)).events.length, before);
    });
    expected.push('urn:li:tag:late', 'urn:li:tag:early');
    // The first event may be of the millisecond in which the stream begins.
    const told = () => subjects(existsSync(path) ? readLinesOf(path) : []).filter((one) => one !== 'first');
    await waitFor(() => told().length >= expected.length);
    t.strictSame(told(), expected);
  }
});

t.test('of two processes, one sends; the other goes on when it stops', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'audit.log');
  const first = await startStream(t, db, { kind: 'file', path });
  const second = openStream(t, db, { kind: 'file', path });
  await act(db, 'a');
  await waitFor(() => first.read().sent === 1);
  t.match(second.read(), { state: 'standby', sent: 0 });
  await first.background.stop();
  await act(db, 'b');
  await waitFor(() => second.read().sent === 1);
  t.strictSame(subjects(readLines(path)), ['a', 'b']);
});

t.test('what a file system refuses is sent later', async (t) => {
  const db = await testDatabase(t);
  const folder = t.testdir({ 'audit.log': {} });
  const path = join(folder, 'audit.log');
  const errors: unknown[] = [];
  const stream = await startStream(t, db, { kind: 'file', path }, (error) => errors.push(error));
  await act(db, 'a');
  await waitFor(() => stream.read().failures > 0);
  t.match(stream.read(), { state: 'failing', sent: 0 });
  t.ok(stream.read().behindSeconds >= 0 && errors.length > 0);
  renameSync(path, join(folder, 'away'));
  await waitFor(() => stream.read().state === 'sending' && stream.read().sent === 1);
  t.strictSame(subjects(readLines(path)), ['a']);
});

t.test('a file that cannot be written ends the start', async (t) => {
  const folder = t.testdir({ folder: {}, link: t.fixture('symlink', 'target') });
  for (const [path, reason] of [
    ['folder', 'directory'],
    ['link', 'link is a symbolic link'],
    ['missing/audit.log', 'no such file or directory'],
  ] as const) {
    const config = readConfig({ AUDIT_STREAM: join(folder, path) });
    await t.rejects(checkAuditStream(config), {
      message: new RegExp(`^Audit events cannot be written to .*${path} by .*${reason}`),
    });
  }
  await checkAuditStream(readConfig({ AUDIT_STREAM: join(folder, 'audit.log') }));
});
