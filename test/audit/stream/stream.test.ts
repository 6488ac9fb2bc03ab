import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { metadataSource } from '../../../src/audit/metadata-source-store.js';
import { refusedStore } from '../../../src/audit/refused-store.js';
import { securitySource } from '../../../src/audit/security-source-store.js';
import { recordAudit } from '../../../src/audit/store.js';
import { auditStream } from '../../../src/audit/stream/stream.js';
import { streamStore } from '../../../src/audit/stream/stream-store.js';
import { readConfig } from '../../../src/config.js';
import { operator } from '../../../src/core/actor.js';
import type { AuditTarget } from '../../../src/core/audit-target.js';
import type { Database } from '../../../src/db/database.js';
import type { Transaction } from '../../../src/db/query.js';
import { transaction } from '../../../src/db/transaction.js';
import { insertChanges } from '../../../src/history/change-store.js';
import { checkAuditStream } from '../../../src/startup/audit-stream.js';
import { testDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';

const pollMs = 20;

function open(
  t: Test,
  db: Database,
  target: AuditTarget,
  onError: (error: unknown) => void = (e) => t.fail(String(e)),
) {
  const sources = { security: securitySource(db), metadata: metadataSource(() => 0) };
  const stream = auditStream({ target, store: streamStore(db, sources), clock: Date.now, onError, pollMs });
  stream.background.start();
  t.teardown(() => stream.background.stop());
  return stream;
}
/** Starts a stream that has found where it begins. */
async function started(...given: Parameters<typeof open>) {
  const stream = open(...given);
  await waitFor(() => stream.read().state === 'sending');
  return stream;
}

const deletion = (subject: string, detail = {}) => ({ type: 'DeleteEntityEvent', subject, detail }) as const;
const recordIn = (tx: Transaction, subject: string) => recordAudit(tx, operator, deletion(subject));
const changeIn = (tx: Transaction, entityUrn: string) =>
  insertChanges(
    tx,
    [
      {
        ...{ entityUrn, fieldPath: 'é\n', aspect: 'globalTags', category: 'TAG', operation: 'ADD' },
        ...{ modifier: 'urn:li:tag:a', before: 'a value', after: 'a value', runId: null },
      },
    ],
    { urn: 'urn:li:corpuser:ann' },
  );
const act = (db: Database, subject: string) => transaction(db, (tx) => recordIn(tx, subject));
const change = (db: Database, entityUrn: string) => transaction(db, (tx) => changeIn(tx, entityUrn));

interface Line {
  readonly subject: string;
  readonly kind: string;
  readonly id: number;
  readonly [member: string]: unknown;
}
const readLines = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const subjects = (lines: readonly Line[]) => lines.map(({ subject }) => subject);

t.test('a file has each event once, in order, also after a restart and a rotation', async (t) => {
  const db = await testDatabase(t);
  const path = join(t.testdir(), 'audit.log');
  const target = { kind: 'file', path } as const;
  await act(db, 'before');
  const first = await started(t, db, target);
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
  const second = await started(t, db, target);
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
  const stream = await started(t, db, { kind: 'file', path });
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
  await started(t, db, { kind: 'file', path });
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
  const first = await started(t, db, { kind: 'file', path });
  const second = open(t, db, { kind: 'file', path });
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
  const stream = await started(t, db, { kind: 'file', path }, (error) => errors.push(error));
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

/** A receiver of syslog over TCP. */
async function receiver(t: Test, port = 0) {
  const sockets = new Set<Socket>();
  const messages: string[] = [];
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket
      .on('error', () => {})
      .on('data', (data) => {
        text += data.toString('latin1');
        for (let found = /^(\d+) /.exec(text); found; found = /^(\d+) /.exec(text)) {
          const end = found[0].length + Number(found[1]);
          if (text.length < end) break;
          messages.push(text.slice(found[0].length, end));
          text = text.slice(end);
        }
      });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close').catch(() => undefined);
  };
  t.teardown(() => (server.listening ? stop() : undefined));
  return { port: (server.address() as AddressInfo).port, messages, stop };
}
const readMessages = (messages: readonly string[]): Line[] =>
  messages.map((message) =>
    JSON.parse(/^<1[0-9]{2}>1 \S+Z \S+ catalog \d+ \w+Event - (\{.*\})$/.exec(message)![1]!),
  );

t.test('a syslog server gets everything, also after it was away', async (t) => {
  const db = await testDatabase(t);
  const server = await receiver(t);
  const target = { kind: 'syslog', protocol: 'tcp', host: '127.0.0.1', port: server.port } as const;
  const errors: unknown[] = [];
  const stream = await started(t, db, target, (error) => errors.push(error));
  await act(db, 'a');
  await waitFor(() => server.messages.length === 1);
  await server.stop();
  await act(db, 'b');
  await waitFor(() => errors.length > 0);
  await change(db, 'urn:li:tag:c');
  const again = await receiver(t, server.port);
  await waitFor(() => subjects(readMessages(again.messages)).includes('urn:li:tag:c'));
  await stream.background.stop();
  const all = subjects(readMessages([...server.messages, ...again.messages]));
  t.strictSame([...new Set(all)], ['a', 'b', 'urn:li:tag:c']);
});

t.test('datagrams', async (t) => {
  const db = await testDatabase(t);
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(data.toString('latin1')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  const target = { kind: 'syslog', protocol: 'udp', host: '127.0.0.1', port: socket.address().port } as const;
  const stream = await started(t, db, target);
  await transaction(db, (tx) => recordAudit(tx, operator, deletion('a')));
  await waitFor(() => messages.length === 1);
  t.match(readMessages(messages), [{ subject: 'a' }]);
  t.match(stream.read(), { sent: 1, dropped: 0 });
});
