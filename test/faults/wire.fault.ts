import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { actorCatalog } from '../support/actors.js';
import { embedded } from '../support/embedded.js';
import { seeded } from '../support/random.js';
import { guarantee } from './guarantee.js';

const total = 2_000;
const atOnce = 30;
const unhandledRejections: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandledRejections.push(reason));

t.test('bytes that are almost HTTP', async (t) => {
  const { below, pick } = seeded(t);
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
  const logger = pino({ level: 'trace', ...safeLines }, stream);
  const { app, manager } = await actorCatalog(t, { open: embedded, logger });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  const body = '{"query":"{ __typename }"}';
  const good = `Authorization: Bearer ${manager.token}`;
  const headers = [
    ...[
      good,
      good.toLowerCase(),
      'Authorization: Bearer',
      'Authorization:',
      `Authorization: Bearer ${manager.token}x`,
    ],
    ...['X-Service-Actor: urn:li:corpuser:ann', 'X-Service-Actor: a\r\n b', 'X-DataHub-Actor: \u00ff\u0080'],
    ...[`Content-Length: ${body.length}`, 'Content-Length: 0', 'Content-Length: -1', 'Content-Length: 5, 6'],
    ...[
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: x',
      'Transfer-Encoding : chunked',
      'Content-Encoding: gzip',
    ],
    ...['Content-Type: application/json', 'Content-Type: application/json; charset=\u0001', 'Content-Type:'],
    ...[
      'Expect: 100-continue',
      'Expect: x',
      'Upgrade: h2c',
      'Connection: upgrade',
      'Connection: keep-alive, close',
    ],
    ...[
      'Host: y',
      'Host:',
      `A: ${'x'.repeat(15_000)}`,
      'No colon',
      ': no name',
      'A\0: b',
      'A: b\0',
      'A: b\rB: c',
      'A: b\nB: c',
    ],
  ];
  const line = () => {
    const method = pick(['POST', 'GET', 'HEAD', 'OPTIONS', 'CONNECT', 'PRI', 'post', '', 'QUERY']);
    const path = pick([
      '/api/graphql',
      '/config',
      '/aspects/%00?aspect=x',
      '*',
      '//',
      'http://x/config',
      '/\u00ff',
      '/a b',
      '',
      '/%2e%2e/',
    ]);
    return `${method} ${path} ${pick(['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''])}`;
  };
  function bytes(): Buffer {
    const parts = Array.from({ length: below(3) }, () => pick(headers));
    const content = pick([
      body,
      '',
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      'ffffffffffffffff\r\n',
      '0\r\nA: b\r\n\r\n',
    ]);
    const head = ['POST /api/graphql HTTP/1.1', 'Host: x', good, 'Content-Type: application/json'];
    if (below(2) === 0) head.push(`Content-Length: ${content.length}`);
    const first = below(3) === 0 ? [line(), 'Host: x'] : head;
    const text = `${[...first, ...parts].join('\r\n')}\r\n\r\n${content}`;
    const whole = Buffer.from(text, 'latin1');
    for (let i = below(4) === 0 ? 3 : 0; i > 0; i -= 1) whole[below(whole.length)] = below(256);
    return below(10) === 0 ? Buffer.concat([whole, whole]) : whole;
  }

  const statuses = new Map<string, number>();
  const wrong: string[] = [];
  async function send(sent: Buffer) {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(sent);
    // Node does not answer a connection that is half closed.
    await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed, sleep(100)]);
    socket.end();
    await closed;
    for (const [, status = ''] of answer.matchAll(/^HTTP\/1\.1 (\d+)/gm)) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= '500') wrong.push(`${sent.toString('latin1')} → ${answer}`);
    }
  }
  let left = total;
  const worker = async () => {
    while (left-- > 0) await send(bytes());
  };
  await Promise.all(Array.from({ length: atOnce }, worker));

  t.strictSame(wrong.slice(0, 3), [], `${wrong.length} of ${total} went wrong`);
  t.strictSame(unhandledRejections, []);
  t.ok((statuses.get('200') ?? 0) > 20, 'some requests succeed');
  const forged = lines.filter((one) => one.indexOf('\n') !== one.length - 1 || !JSON.parse(one).time);
  const leaks = lines.filter((one) => one.includes(manager.token.slice(-30)));
  const errors = lines.filter((one) => JSON.parse(one).level >= 50);
  t.strictSame(
    [forged, leaks, errors].map((found) => found.slice(0, 2)),
    [[], [], []],
  );
  guarantee(t, 'bytes that are almost HTTP end in no 500, no crash and no forged log line', {
    connections: total,
    answers: [...statuses]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(' '),
    'log lines': lines.length,
  });
});
