import t from 'tap';
import { commandLine } from '../../support/command-line.js';

const { run, url, user } = await commandLine(t, { sample: true });

t.test('tags', async (t) => {
  t.equal((await run(['tag', 'create', 'PII', '--id', 'pii'])).stdout, 'urn:li:tag:pii\n');
  t.equal((await run(['tag', 'color', 'pii', '#cc0000'])).exitCode, 0, 'the other spelling');
  const list = JSON.parse((await run(['tag', 'list', '--json'])).stdout);
  t.ok(
    list.some(({ urn, name }: { urn: string; name: string }) => urn === 'urn:li:tag:pii' && name === 'PII'),
  );
  t.match(await run(['tag', 'colour', 'pii', 'red']), { exitCode: 1, stderr: /red/ });
  t.match(await run(['tag', 'create', 'PII', '--id', 'pii']), { exitCode: 1, stderr: /exists/ });
  t.match(await run(['tag', 'show', 'nope']), { exitCode: 1, stderr: /^There is no tag urn:li:tag:nope/ });
  t.match(await run(['tag', 'show', 'urn:li:corpuser:x']), { exitCode: 2, stderr: /is no tag: expected/ });
  const reader = await user('reader');
  const env = { CATALOG_URL: url, CATALOG_TOKEN: reader.token };
  t.match(await run(['tag', 'delete', 'pii', '--yes'], { env }), {
    exitCode: 1,
    stderr: /MANAGE_TAGS \(Manage Tags\) or/,
  });
  t.equal((await run(['tag', 'delete', 'pii', '--yes'])).exitCode, 0);
});

t.test('indices', async (t) => {
  const [largest] = JSON.parse((await run(['indices', 'list', '--json'])).stdout);
  t.match(largest, { indexName: /_v1$/, sizeInMb: Number });
  const lines = (await run(['indices', 'list'])).stdout.trim().split('\n');
  t.equal(lines[0]!.split('\t').length, 4, 'no bar in a pipe');
  const args = ['indices', 'truncate', 'dataset', 'operation', '--until', '2026-01-31T23:59:59Z'];
  const plan = await run([...args, '--dry-run']);
  const [, planned] = /^Delete (\d+) out of \d+ rows/.exec(plan.stdout) ?? [];
  t.ok(Number(planned) > 0, plan.stdout);
  t.match(await run(args), { exitCode: 2, stdout: '', stderr: /Nobody can answer here: --yes says so/ });
  t.equal((await run([...args, '--dry-run'])).stdout, plan.stdout, 'nothing is deleted without an answer');
  const waits: number[] = [];
  const waiting = async () => {
    waits.push(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const done = await run([...args, '--yes'], { waiting });
  t.match(done, { exitCode: 0, stdout: `${planned}\n`, stderr: /The task catalog:\d+ runs; it goes on/ });
  t.match((await run([...args, '--dry-run'])).stdout, /^Delete 0 out of/);
  const starter = await user('starter', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  const env = { CATALOG_URL: url, CATALOG_TOKEN: starter.token };
  t.match(await run([...args, '--yes'], { env }), {
    exitCode: 1,
    stderr: /The task catalog:\d+ runs and can't be watched\. .*GET_ES_TASK_STATUS_PRIVILEGE/,
  });
  t.match(await run(['indices', 'list'], { env }), { exitCode: 1, stderr: /GET_TIMESERIES_INDEX_SIZES/ });
  t.match(await run(['indices', 'truncate', 'dataset', 'nope', '--until', '1']), {
    exitCode: 1,
    stderr: /nope/,
  });
  for (const until of ['yesterday', '2026-13-01', '']) {
    const { exitCode, stderr } = await run(['indices', 'truncate', 'dataset', 'operation', '--until', until]);
    t.match({ exitCode, stderr }, { exitCode: 2, stderr: /It is a time such as/ }, until);
  }
});

t.test('audit', async (t) => {
  const [event] = JSON.parse((await run(['audit', '--type', 'TruncateEvent', '--json'])).stdout);
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
});
