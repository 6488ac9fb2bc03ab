import { join } from 'node:path';
import t from 'tap';
import { dayMs } from '../../../src/core/clock.js';
import { commandLine } from '../../support/command-line.js';
import { receiver } from '../../support/receiver.js';
import { waitFor } from '../../support/wait-for.js';

const { fails, run, json, admin, userEnv, db } = await commandLine(t, {
  sample: true,
  env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1', SECRETS_KEY_FILE: join(t.testdir(), 'key') },
});

t.test('indices', async (t) => {
  const [largest] = await json('indices', 'list');
  t.match(largest, { indexName: /_v1$/, sizeInMb: Number });
  const lines = (await run(['indices', 'list'])).stdout.trim().split('\n');
  t.equal(lines[0]!.split('\t').length, 4, 'no bar in a pipe');
  const until = new Date(Date.now() - 60 * dayMs).toISOString();
  const args = ['indices', 'truncate', 'dataset', 'operation', '--until', until];
  const plan = await run([...args, '--dry-run']);
  const [, planned] = /^Delete (\d+) out of \d+ rows/.exec(plan.stdout) ?? [];
  t.ok(Number(planned) > 0, plan.stdout);
  t.match(await run(args), {
    exitCode: 2,
    stdout: '',
    stderr: /Cannot ask for confirmation \(no terminal\)\. Pass --yes/,
  });
  t.equal((await run([...args, '--dry-run'])).stdout, plan.stdout, 'nothing is deleted without an answer');
  const waits: number[] = [];
  const waiting = async () => {
    waits.push(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const done = await run([...args, '--yes'], { waiting });
  t.match(done, {
    exitCode: 0,
    stdout: `${planned}\n`,
    stderr: /The task catalog:\d+ is running and continues/,
  });
  t.match((await run([...args, '--dry-run'])).stdout, /^Delete 0 out of/);
  const { env } = await userEnv('starter', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  t.match(await run([...args, '--yes'], { env }), {
    exitCode: 1,
    stderr:
      /The task catalog:\d+ is running, but its progress cannot be read\. .*GET_ES_TASK_STATUS_PRIVILEGE/,
  });
  t.match(await run(['indices', 'list'], { env }), { exitCode: 1, stderr: /GET_TIMESERIES_INDEX_SIZES/ });
  await fails(t, ['indices', 'truncate', 'dataset', 'nope', '--until', '1'], 1, /nope/);
  for (const until of ['2026-02-30', '2026-13-01', '']) {
    const { exitCode, stderr } = await run(['indices', 'truncate', 'dataset', 'operation', '--until', until]);
    t.match({ exitCode, stderr }, { exitCode: 2, stderr: /It is a time such as/ }, until);
  }
});

t.test('audit', async (t) => {
  const [event] = await json('audit', '--type', 'TruncateEvent');
  t.match(event, { type: 'TruncateEvent', actorUrn: /starter|admin/, subjectUrn: /_v1$/ });
  const filtered = await run([
    'audit',
    '--actor',
    'starter',
    '--since',
    '2020-01-01',
    '--until',
    '2099-01-01',
  ]);
  t.match(filtered.stdout, /^\S+Z\tTruncateEvent\turn:li:corpuser:starter\t/);
  t.equal((await run(['audit', '--since', '2099-01-01'])).stdout, '');

  let rounds = 0;
  const waiting = async () => {
    rounds += 1;
    if (rounds === 1) await run(['user', 'create', 'followed']);
    if (rounds === 3) throw new Error('enough');
  };
  const follow = await run(['audit', '--follow', '--type', 'CreateUserEvent', '--json'], { waiting });
  const lines = follow.stdout.trim().split('\n');
  t.equal(lines.length, 1, 'each event once');
  t.match(JSON.parse(lines[0]!), { type: 'CreateUserEvent', subjectUrn: 'urn:li:corpuser:followed' });
  const wrong = await run(['audit', '--follow', '--columns', 'time,nope'], { waiting });
  t.match(wrong, { exitCode: 2, stderr: /There is no column "nope"\. The columns are: time, / });
});

t.test('webhooks', async (t) => {
  const endpoint = await receiver(t);
  const webhook = (...args: string[]) => run(['webhook', ...args]);
  const { stdout } = await webhook(
    'create',
    'all',
    endpoint.url,
    '--category',
    'TAG',
    '--entity-type',
    'dataset',
    '--tag',
    'urn:li:tag:Legacy',
  );
  const [id = '', secret] = stdout.trim().split('\t');
  t.match(secret, /^whsec_/);
  t.match(
    (await webhook('list')).stdout,
    new RegExp(
      `^${id}\tall\t${endpoint.url}\tTAG, dataset, urn:li:tag:Legacy\tenabled\turn:li:corpuser:\\w+\n$`,
    ),
  );
  t.equal((await webhook('test', id)).exitCode, 0);
  const resourceUrn = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
  const input = { tagUrn: 'urn:li:tag:Legacy', resourceUrn };
  await admin.graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', { input });
  const listed = async () => JSON.parse((await webhook('deliveries', id, '--json')).stdout);
  await waitFor(
    async () =>
      (await listed()).every(({ state }: { state: string }) => state === 'DELIVERED') &&
      endpoint.received.length === 2,
  );
  const [delivery] = await listed();
  t.match(delivery, { type: 'entity.tag.add', entityUrn: resourceUrn, status: 204 });
  t.equal((await webhook('replay', id, '--delivery', delivery.id)).exitCode, 0);
  await waitFor(() => endpoint.received.length === 3);
  t.equal((await webhook('replay', id, '--since', '1h')).exitCode, 0);
  t.equal((await webhook('replay', id)).exitCode, 2);
  t.match(await webhook('update', id), { exitCode: 2, stderr: /pass what to change/ });
  const newUrl = `${endpoint.url}/v2`;
  t.equal((await webhook('update', id, '--name', 'tags', '--endpoint', newUrl)).exitCode, 0);
  t.match(
    (await webhook('list')).stdout,
    `${id}\ttags\t${newUrl}\tTAG, dataset, urn:li:tag:Legacy\tenabled\t`,
  );
  t.equal((await webhook('update', id, '--everything', '--category', 'TAG', 'OWNER')).exitCode, 0);
  t.match((await webhook('list')).stdout, /\tTAG or OWNER\tenabled\t/);
  const rotated = await webhook('rotate-secret', id);
  t.match(rotated.stdout, new RegExp(`^${id}\twhsec_[\\w+/]{43}=\n$`));
  t.not(rotated.stdout, stdout);
  t.match(await webhook('pause', id), { exitCode: 0, stdout: `${id}\n` });
  t.match((await webhook('list')).stdout, /\tpaused: urn:li:corpuser:\w+ paused it\t/);
  t.match(await webhook('replay', id, '--since', '1h'), { exitCode: 1, stderr: /resume it first/ });
  t.match(await webhook('resume', id), { exitCode: 0, stdout: `${id}\n` });
  endpoint.state.respond = (response) => response.writeHead(500).end();
  t.match(await webhook('test', id), { exitCode: 1, stderr: /not delivered: answered with status 500/ });
  await db.query(`UPDATE webhooks SET owner_urn = NULL WHERE id = $1::text`, [id]);
  t.match((await webhook('list')).stdout, /\tpaused: its owner was removed\t\n$/);
  t.match(await webhook('replay', id, '--since', '1h'), { exitCode: 1, stderr: /take it over first/ });
  t.match(await webhook('take-over', id), {
    exitCode: 0,
    stdout: `${id}\n`,
    stderr: /still knows the secret/,
  });
  t.match((await webhook('list')).stdout, /\tenabled\turn:li:corpuser:\w+\n$/);
  t.equal((await webhook('delete', id, '--yes')).exitCode, 0);
  t.match(await webhook('test', id), { exitCode: 1, stderr: /There is no webhook/ });
});
