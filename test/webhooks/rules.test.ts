import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { readConfig } from '../../src/config.js';
import { dayMs } from '../../src/core/clock.js';
import { withoutTokens } from '../../src/core/text.js';
import { addressRules } from '../../src/webhooks/addresses.js';
import { toDelivery } from '../../src/webhooks/delivery.js';
import { matching, parseFilter } from '../../src/webhooks/filter.js';
import { maxAttempts, nextAttempt, pauseUntil } from '../../src/webhooks/schedule.js';
import { newSecret, secretBox, sign } from '../../src/webhooks/secrets.js';
import { send } from '../../src/webhooks/send.js';

t.test('only public addresses are allowed, and listed ones', async (t) => {
  const none = addressRules([]);
  for (const address of ['8.8.8.8', '172.15.0.1', '2606:4700::1111']) {
    t.equal(none.mayConnect(address, true), true, address);
    t.equal(none.mayConnect(address, false), false, `${address} over http`);
  }
  const refused =
    `0.0.0.0 10.1.2.3 100.100.100.200 127.0.0.1 127.255.1.1 168.63.129.16 169.254.169.254 172.31.1.1 192.0.0.192
    192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1
    64:ff9b::808:808 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%lo fec0::1
    ff02::1 localhost`.split(/\s+/);
  for (const address of refused) t.equal(none.mayConnect(address, true), false, address);
  const listed = addressRules(['10.1.0.0/16', '127.0.0.1', 'fd00:ec2::/32']);
  for (const address of ['10.1.2.3', '127.0.0.1', 'fd00:ec2::254']) {
    t.equal(listed.mayConnect(address, true), true, address);
    t.equal(listed.mayConnect(address, false), true, `${address} over http`);
  }
  for (const address of ['10.2.0.1', '127.0.0.2', '8.8.8.8'])
    t.equal(listed.mayConnect(address, false), false, address);
});

t.test('a name is connected to the address that was checked, whatever it resolves to later', async (t) => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const sendTo = (found: readonly string[], networks: readonly string[]) =>
    send(
      { url: `http://rebound.example:${port}/`, id: 'i', secrets: [newSecret()], body: '{}', now: 0 },
      { rules: addressRules(networks), resolve: async () => found },
      new AbortController().signal,
    );
  const refused = { status: null, error: /WEBHOOK_ALLOWED_NETWORKS/ };
  t.match(await sendTo(['127.0.0.1'], ['10.0.0.0/8']), refused);
  t.match(await sendTo(['0.0.0.0', '::1', '64:ff9b::7f00:1', '2002:7f00:1::'], ['10.0.0.0/8']), refused);
  t.match(await sendTo(['::ffff:127.0.0.1'], ['10.0.0.0/8']), refused);
  t.equal(requests, 0);
  t.match(await sendTo(['127.0.0.9', '127.0.0.1'], ['127.0.0.1']), { status: 200, error: null });
  t.equal(requests, 1);
});

t.test('an answer that ends HTTP on the connection is a failure, and ends the attempt', async (t) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const message = { url: `http://127.0.0.1:${port}/`, id: 'i', secrets: [newSecret()], body: '{}', now: 0 };
  const deps = { rules: addressRules(['127.0.0.1']), resolve: async () => ['127.0.0.1'] };
  t.strictSame(await send(message, deps, new AbortController().signal), {
    ...{ status: 101, error: 'answered with status 101', retryAfter: null },
  });
});

t.test('pauses grow to a day, and Retry-After lengthens them', async (t) => {
  const failed = { status: 500, retryAfter: null };
  const pauses = Array.from({ length: maxAttempts }, (_, index) =>
    nextAttempt(index + 1, failed, 0, () => 1),
  );
  t.strictSame(pauses.slice(0, 3), [5_500, 330_000, 1_980_000]);
  t.strictSame(pauses.slice(-2), [dayMs, null]);
  const shortest = pauses.slice(0, -1).map((_, index) => nextAttempt(index + 1, failed, 0, () => 0)!);
  t.ok(shortest.reduce((sum, pause) => sum + pause) > 3 * dayMs);
  const after = (retryAfter: string) => nextAttempt(1, { status: 429, retryAfter }, 0, () => 0);
  t.equal(after('60'), 60_000);
  t.equal(after('1'), 5_000);
  t.equal(after('999999999'), dayMs);
  t.equal(after('Thu, 01 Jan 1970 00:01:00 GMT'), 60_000);
  t.equal(after('soon'), 5_000);
  t.equal(pauseUntil(1, [failed], 0), null);
  t.equal(pauseUntil(1, [{ status: 503, retryAfter: '60' }], 0), 60_000);
  t.equal(
    pauseUntil(99, [failed], 0, () => 0),
    300_000,
  );
});

const change = {
  seq: 7,
  id: 1,
  time: 1_000,
  entityUrn: 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)',
  fieldPath: '',
  aspect: 'globalTags',
  category: 'TAG' as const,
  operation: 'ADD' as const,
  modifier: 'urn:li:tag:PII',
  before: null,
  after: null,
  runId: null,
  actorUrn: 'urn:li:corpuser:a',
  isCut: false,
};

t.test('a change must match every list', async (t) => {
  const box = 'urn:li:container:box';
  const reads = {
    readPlatforms: async () => new Map([[box, 'urn:li:dataPlatform:hive']]),
    readContainers: async () => new Map([[change.entityUrn, ['urn:li:container:inner', box]]]),
  };
  const matches = async (filter: object, one: object = {}) =>
    (await matching([{ ...change, ...one }], parseFilter(filter), reads)).length === 1;
  const column = { fieldPath: 'id' };
  const inBox = { entityUrn: box, category: 'LIFECYCLE', modifier: null };
  for (const [filter, one, expected] of [
    [{}, {}, true],
    [{ categories: ['TAG', 'OWNER'], operations: ['ADD'] }, {}, true],
    [{ categories: ['TAG'], operations: ['REMOVE'] }, {}, false],
    [{ entityTypes: ['DATASET'] }, column, true],
    [{ entityTypes: ['schemaField'] }, column, true],
    [{ entityTypes: ['schemaField'] }, {}, false],
    [{ tagUrns: ['urn:li:tag:PII'] }, {}, true],
    [{ tagUrns: ['urn:li:tag:other'] }, {}, false],
    [{ tagUrns: ['urn:li:tag:PII'] }, { category: 'OWNER' }, false],
    [{ tagUrns: ['urn:li:tag:PII'] }, { ...inBox, entityUrn: 'urn:li:tag:PII' }, true],
    [{ platforms: ['hive'] }, {}, true],
    [{ platforms: ['kafka'] }, {}, false],
    [{ platforms: ['hive'] }, inBox, true],
    [{ containers: [box] }, {}, true],
    [{ containers: [box] }, inBox, true],
    [{ containers: ['urn:li:container:other'] }, {}, false],
  ] as const)
    t.equal(await matches(filter, one), expected, JSON.stringify([filter, one]));
});

t.test('a message has the same id each time, and less than 20,000 bytes', async (t) => {
  const event = {
    ...{ entityType: 'dataset', entityUrn: change.entityUrn, category: 'DOCUMENTATION', operation: 'ADD' },
    ...{ auditStamp: { time: 1, actor: 'urn:li:corpuser:a' }, version: 0 },
  };
  const one = toDelivery('w', 'e', change, event);
  t.equal(one.id, toDelivery('w', 'e', change, event).id);
  for (const other of [
    toDelivery('v', 'e', change, event),
    toDelivery('w', 'f', change, event),
    toDelivery('w', 'e', { ...change, seq: 8 }, event),
  ])
    t.not(other.id, one.id);
  t.equal(one.type, 'entity.documentation.add');
  t.strictSame(JSON.parse(one.body), { type: one.type, timestamp: '1970-01-01T00:00:01.000Z', data: event });
  const long = toDelivery('w', 'e', change, {
    ...event,
    parameters: { description: '\u0001'.repeat(4_096) },
  });
  t.ok(Buffer.byteLength(long.body) < 20_000);
  t.strictSame(JSON.parse(long.body).data, { ...event, truncated: true });
});

t.test('a secret is decrypted with its key and for its webhook only', async (t) => {
  const box = (name: string) => secretBox(readConfig({ SECRETS_KEY_FILE: join(folder, name) }));
  const folder = t.testdir({ damaged: 'abc\n' });
  const [mine, same] = [box('a'), box('a')];
  t.throws(() => mine.encrypt('x', 'w'), {
    type: 'SERVER_ERROR',
    message: /cannot be read.*SECRETS_KEY_FILE/,
  });
  mine.makeKey();
  same.makeKey();
  const secret = newSecret();
  const encrypted = mine.encrypt(secret, 'w');
  t.equal(same.decrypt(encrypted, 'w'), secret);
  t.not(mine.encrypt(secret, 'w'), encrypted);
  t.throws(() => mine.decrypt(encrypted, 'v'), { message: /another key/ });
  const other = box('b');
  other.makeKey();
  t.throws(() => other.decrypt(encrypted, 'w'), { message: /another key/ });
  t.throws(() => mine.decrypt('AAAA', 'w'), { message: /another key/ });
  t.throws(() => box('damaged').encrypt('x', 'w'), { message: /damaged/ });
  t.equal(withoutTokens(`the secret is ${secret}.`), 'the secret is whsec_….');
  // The example of the specification's libraries.
  t.equal(
    sign(
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    ),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});
