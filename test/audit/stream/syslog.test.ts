import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import t, { type Test } from 'tap';
import type { RecordedEvent } from '../../../src/audit/event.js';
import { securitySource } from '../../../src/audit/source-store.js';
import { recordAudit } from '../../../src/audit/store.js';
import { datagramSyslogSink } from '../../../src/audit/stream/syslog-sink.js';
import { operator } from '../../../src/core/actor.js';
import type { Framing, SyslogTarget } from '../../../src/core/audit-target.js';
import type { Database } from '../../../src/db/database.js';
import { transaction } from '../../../src/db/transaction.js';
import { testDatabase } from '../../support/database.js';
import { waitFor } from '../../support/wait-for.js';
import { act, change, deletion, type Line, startStream, subjects } from './open.js';

/** Finds the first message of a text; undefined: it is not complete. */
type Frame = (text: string) => { readonly message: string; readonly end: number } | undefined;

const counted: Frame = (text) => {
  const [head, length] = /^(\d+) /.exec(text) ?? [];
  if (head === undefined) return undefined;
  const end = head.length + Number(length);
  return text.length < end ? undefined : { message: text.slice(head.length, end), end };
};
const lines: Frame = (text) => {
  const at = text.indexOf('\n');
  return at < 0 ? undefined : { message: text.slice(0, at), end: at + 1 };
};

/** A receiver of syslog over TCP. */
async function receiver(t: Test, { port = 0, frame = counted }: { port?: number; frame?: Frame } = {}) {
  const sockets = new Set<Socket>();
  const messages: string[] = [];
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket
      .on('error', () => {})
      .on('data', (data) => {
        text += data.toString('latin1');
        for (let found = frame(text); found; found = frame(text)) {
          messages.push(found.message);
          text = text.slice(found.end);
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

const toServer = (
  protocol: 'tcp' | 'udp',
  port: number,
  { framing = 'octet-counting', host = '127.0.0.1' }: { framing?: Framing; host?: string } = {},
): SyslogTarget => ({ kind: 'syslog', protocol, host, port, framing });

t.test('a syslog server gets everything, also after it was away', async (t) => {
  const db = await testDatabase(t);
  const server = await receiver(t);
  const target = toServer('tcp', server.port);
  const errors: unknown[] = [];
  const stream = await startStream(t, db, target, (error) => errors.push(error));
  await act(db, 'a');
  await waitFor(() => server.messages.length === 1);
  await server.stop();
  await act(db, 'b');
  await waitFor(() => errors.length > 0);
  await change(db, 'urn:li:tag:c');
  const again = await receiver(t, { port: server.port });
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
  const stream = await startStream(t, db, toServer('udp', socket.address().port));
  await transaction(db, (tx) => recordAudit(tx, operator, deletion('a')));
  await waitFor(() => messages.length === 1);
  t.match(readMessages(messages), [{ subject: 'a' }]);
  t.match(stream.read(), { sent: 1, dropped: 0 });
});

t.test('a receiver of lines gets one for each event, whatever is in it', async (t) => {
  const db = await testDatabase(t);
  const server = await receiver(t, { frame: lines });
  const target = toServer('tcp', server.port, { framing: 'newline' });
  const stream = await startStream(t, db, target);
  const texts = ['a\nb', 'a\r\n<13>1 - - - - - -', '\u2028\u0085\n\n', 'é\0'];
  for (const text of texts)
    await transaction(db, (tx) => recordAudit(tx, operator, deletion(`urn:li:tag:${text}`, { text })));
  await change(db, 'urn:li:tag:c');
  // Before the stop, which sends what is left for some seconds only.
  await waitFor(() => server.messages.length >= texts.length + 1);
  await stream.background.stop();
  const found = readMessages(server.messages);
  t.strictSame(subjects(found), [
    ...texts.map((text) => `urn:li:tag:${text.replace('\0', '')}`),
    'urn:li:tag:c',
  ]);
});

t.test('datagrams reach a host that has an address of IPv6 only', async (t) => {
  const socket = createSocket('udp6');
  socket.bind(0, '::1');
  await once(socket, 'listening');
  t.teardown(() => socket.close());
  const db = await testDatabase(t);
  await act(db, 'a');
  const [event] = await securityEvents(db);
  for (const host of ['::1', 'logs.internal']) {
    const arrived = once(socket, 'message');
    const sink = datagramSyslogSink(toServer('udp', socket.address().port, { host }), async (name) => {
      t.equal(name, host);
      return { address: '::1', family: 6 };
    });
    t.equal(await sink.write([event!]), 0);
    t.match(readMessages([String((await arrived)[0])]), [{ subject: 'a' }]);
    await sink.close();
  }
});

const securityEvents = async (db: Database) => {
  const source = securitySource(db);
  const rows = await db.query<Omit<RecordedEvent, 'kind'>>(`SELECT ${source.columns} FROM audit_events`);
  return rows.map((row) => source.toEvent(row));
};
