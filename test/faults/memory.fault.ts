import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn, field, tagUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { client, type Reply } from './support/client.js';
import { probe } from './support/probe.js';
import { type Service, service } from './support/service.js';
import { fillStarted } from './support/started-folder.js';

const heapMb = 512;
const sendTimeout = 2_000;
/** ms for which clients do not read. */
const notReadingMs = 8_000;
const columnNames = (count: number) => Array.from({ length: count }, (_, index) => `column_${index}`);
const tags = { tags: ['a', 'b', 'c'].map((id) => ({ tag: tagUrn(id) })) };
const selection =
  'schemaMetadata { fields { fieldPath type nativeDataType nullable tags { tags { tag { urn name } associatedUrn } } } }';
const whole = (urn: string) => `dataset(urn: "${urn}") { ${selection} }`;

/** Returns a request that ingests a schema. */
const createSchema = (urn: string, fields: readonly object[]) => ({
  proposal: {
    entityUrn: urn,
    aspectName: 'schemaMetadata',
    aspect: { contentType: 'application/json', value: JSON.stringify({ fields }) },
  },
});

/** Returns the JSON text of arrays within arrays, the values that take the most memory for their text. */
function arraysText(count: number): string {
  const deep = 40;
  const one = '['.repeat(deep) + ']'.repeat(deep);
  return `[${Array(Math.floor(count / deep))
    .fill(one)
    .join(',')}]`;
}

/** Returns a request that ingests such arrays. */
const nestedArrays = (name: string, count: number) => ({
  proposal: {
    entityUrn: datasetUrn(name),
    aspectName: 'aiContext',
    aspect: { value: `{"a":${arraysText(count)}}` },
  },
});

const toStatus = ({ status, body }: Reply): string =>
  status === 200 && body?.errors ? `200 with ${body.errors[0].extensions.type}` : `${status}`;

function counted(statuses: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Sends a request and does not read for too long. Returns the state of the connection. */
async function requestWithoutReading(url: string, token: string, query: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ query });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(
    `POST /api/graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await sleep(notReadingMs);
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => (answer += answer.length < 100 ? chunk : ''));
  socket.resume();
  await Promise.race([once(socket, 'close'), sleep(2_000)]);
  const open = !socket.destroyed;
  socket.destroy();
  return `${open ? 'open' : 'closed'} after ${/^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 'nothing'}`;
}

const isNeither200Nor503 = (status: string) => status !== '200' && status !== '503';

async function attack(t: Test, name: string, running: Service, slow: string | false) {
  await running.start();
  const pid = running.pid();
  const token = running.token()!;
  const caller = client(running.url, token);
  const put = (urn: string, count: number) =>
    caller.post(
      '/aspects?action=ingestProposal',
      createSchema(
        urn,
        columnNames(count).map((column) => field(column, { globalTags: tags })),
      ),
    );
  const [middle, large] = [datasetUrn('middle'), datasetUrn('large')];
  t.equal((await put(middle, 10_000)).status, 200);
  t.equal((await put(large, 24_000)).status, 200);
  const watch = await probe(running.url);
  t.teardown(watch.stop);
  await watch.longest();
  const figures: Record<string, number | string> = {};

  async function under(what: string, work: () => Promise<readonly string[]>) {
    const start = performance.now();
    const statuses = counted(await work());
    const waited = Math.round(await watch.longest());
    t.comment(
      `${name}: ${what}: ${JSON.stringify(statuses)} in ${Math.round(performance.now() - start)} ms, /health/live ${waited} ms`,
    );
    t.ok(waited < 1_000, `${what}: /health/live waited ${waited} ms`);
    figures[`${what}, live waited ms`] = waited;
    return statuses;
  }
  const asked = async (query: string) => toStatus(await caller.graphql(query));
  const times = (count: number, work: (index: number) => Promise<string>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  const aliases = Array.from({ length: 15 }, (_, index) => `d${index}: ${whole(middle)}`).join(' ');
  const refused = await under('15 aliases, 50 callers', () => times(50, () => asked(`{ ${aliases} }`)));
  t.strictSame(Object.keys(refused), ['200 with BAD_REQUEST']);

  const read = await under('4 MB, 10 callers', () => times(10, () => asked(`{ ${whole(middle)} }`)));
  t.ok(read['200']! > 0, 'some are served');
  t.strictSame(Object.keys(read).filter(isNeither200Nor503), []);

  const fields = columnNames(100_000).map((column) => field(column));
  const writes = () =>
    times(20, async (index) =>
      toStatus(
        await caller.post('/aspects?action=ingestProposal', createSchema(datasetUrn(`w${index}`), fields)),
      ),
    );
  if (!slow) {
    const written = await under('20 writes of 11 MB', writes);
    t.ok(written['200']! > 0, 'some are written');
    t.strictSame(Object.keys(written).filter(isNeither200Nor503), []);
  }

  const ofArrays = (count: number) =>
    times(10, async (index) =>
      toStatus(await caller.post('/aspects?action=ingestProposal', nestedArrays(`n${index}`, count))),
    );
  const nested = await under('10 writes of 1,900,000 arrays', () => ofArrays(1_900_000));
  t.ok(nested['200']! > 0, 'some are written');
  t.strictSame(Object.keys(nested).filter(isNeither200Nor503), []);
  const tooMany = await under('10 writes of 4,000,000 arrays', () => ofArrays(4_000_000));
  t.strictSame(
    Object.keys(tooMany).filter((status) => status !== '413' && status !== '503'),
    [],
  );

  const owners = [1, 2, 3, 4].map((index) => `urn:li:corpuser:owner${index}`);
  const owned = (index: number) => datasetUrn(`owned${index}`);
  for (const [index, owner] of owners.entries()) {
    const value = `{"owners":[{"owner":"${owner}"}],"more":${arraysText(1_900_000)}}`;
    const proposal = { entityUrn: owned(index), aspectName: 'ownership', aspect: { value } };
    t.equal((await caller.post('/aspects?action=ingestProposal', { proposal })).status, 200);
  }
  const patch = JSON.stringify([{ op: 'add', path: '/other', value: 1 }]);
  const changed = await under('4 small changes of large aspects', () =>
    times(owners.length, async (index) => {
      const aspect = { contentType: 'application/json-patch+json', value: patch };
      const proposal = { entityUrn: owned(index), aspectName: 'ownership', changeType: 'PATCH', aspect };
      return toStatus(await caller.post('/aspects?action=ingestProposal', { proposal }));
    }),
  );
  t.ok(changed['200']! > 0, 'some are written');
  t.strictSame(Object.keys(changed).filter(isNeither200Nor503), []);
  const removed = await under('4 small deletions from large aspects', () =>
    times(owners.length, async (index) =>
      toStatus(await caller.post('/entities?action=deleteReferences', { urn: owners[index] })),
    ),
  );
  t.ok(removed['200']! > 0, 'some are written');
  t.strictSame(Object.keys(removed).filter(isNeither200Nor503), []);

  await under('100 callers that do not read', () =>
    times(100, () => requestWithoutReading(running.url, token, `{ ${whole(large)} }`)),
  );

  t.equal(running.pid(), pid);
  t.equal(await asked('{ __typename }'), '200', 'the service continues');
  guarantee(
    t,
    `${name}: large answers and bodies end no process of ${heapMb} MB and delay no other request`,
    figures,
  );
  t.equal(await running.stop(), 0, 'the service stops cleanly');
}

const env = {
  NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  ANSWER_SEND_TIMEOUT_MS: `${sendTimeout}`,
};

const server = process.env.TEST_DATABASE_URL;
t.test('PostgreSQL', { skip: !server && 'there is no TEST_DATABASE_URL' }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  await attack(t, 'PostgreSQL', await service(t, { ...env, DATABASE_URL: url }), false);
});

// A statement of the embedded database cannot be interrupted, so large writes have no time bound there.
t.test('embedded', async (t) => {
  const one = await service(t, env);
  await fillStarted(t, one.dataDir);
  await attack(t, 'embedded', one, 'a statement of the embedded database cannot be interrupted');
});

const withoutImage =
  !existsSync(new URL('../../database-image.tgz', import.meta.url)) &&
  '`npm run prepack` makes the image of a new database';

t.test('a first start that copies the image fits in 512 MB', { skip: withoutImage }, async (t) => {
  const one = await service(t, {}, ['--sample']);
  await one.start();
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one.pid()}/status`, 'utf8'))!;
  const megabytes = Math.ceil(Number(peak) / 1024);
  t.equal(await one.stop(), 0);
  t.ok(megabytes < 512, `${megabytes} MB`);
  guarantee(t, 'the first start of the package, with the sample, fits in 512 MB', { MB: megabytes });
});
