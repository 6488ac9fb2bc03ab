import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { field } from '../../support/metadata.js';

const { run, url, admin, user } = await commandLine(t, { sample: true });

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
  t.match(await run(['tag', 'show', 'urn:li:corpuser:x']), { exitCode: 2, stderr: /is not a tag: expected/ });
  const reader = await user('reader');
  const env = { CATALOG_URL: url, CATALOG_TOKEN: reader.token };
  const input = {
    tagUrn: 'urn:li:tag:Legacy',
    resourceUrn: 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)',
  };
  await admin.graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', { input });
  const [table = ''] = (
    await run(['tag', 'list', '--query', 'PI'], { session: { isTerminal: true } })
  ).stdout.split('\n');
  t.match(table, /^tag +name +entities +columns +colour +description$/);
  t.match(await run(['tag', 'list', '--sort', 'colour']), {
    exitCode: 2,
    stderr: /Allowed choices are name, entities, columns/,
  });
  const sorted = JSON.parse(
    (await run(['tag', 'list', '--sort', 'entities', '--json', '--limit', '5'])).stdout,
  );
  t.equal(sorted.length, 2, 'those of the sample, and this one');
  t.equal(sorted[1].urn, 'urn:li:tag:pii');
  t.ok(sorted[0].usage.entities > 0);
  const unused = JSON.parse((await run(['tag', 'list', '--unused', '--json'])).stdout);
  t.ok(unused.some(({ urn }: { urn: string }) => urn === 'urn:li:tag:pii'));
  t.strictSame(
    unused.filter(({ usage }: (typeof list)[0]) => usage.entities + usage.columns > 0),
    [],
  );
  t.match((await run(['tag', 'show', 'pii'])).stdout, /^entities\t0\ncolumns\t0$/m);
  t.match(await run(['tag', 'delete', 'pii', '--yes'], { env }), {
    exitCode: 1,
    stderr: /MANAGE_TAGS \(Manage Tags\) or/,
  });
  t.equal((await run(['tag', 'delete', 'pii', '--yes'])).exitCode, 0);
});

t.test('tag delete shows what has the tag before it asks', async (t) => {
  const put = async (urn: string, aspectName: string, value: object) => {
    const aspect = { contentType: 'application/json', value: JSON.stringify(value) };
    const proposal = { entityType: 'dataset', entityUrn: urn, changeType: 'UPSERT', aspectName, aspect };
    t.equal((await admin.post('/aspects?action=ingestProposal', { proposal })).status, 200);
  };
  const globalTags = { tags: [{ tag: 'urn:li:tag:many' }] };
  const set = (index: number) =>
    `urn:li:dataset:(urn:li:dataPlatform:hive,${String(index).padStart(2, '0')},PROD)`;
  for (let index = 0; index < 21; index += 1) await put(set(index), 'globalTags', globalTags);
  await put(set(0), 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags }] });
  await put(set(0), 'schemaMetadata', {
    schemaName: 's',
    platform: 'urn:li:dataPlatform:hive',
    version: 0,
    hash: '',
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [field('x\u001b[2J', { globalTags })],
  });
  const asked: string[] = [];
  const answering = (answer: string) => ({
    session: {
      ask: async (question: string) => {
        asked.push(question);
        return answer;
      },
    },
  });
  const kept = await run(['tag', 'delete', 'many'], answering('n'));
  t.match(kept, { exitCode: 1, stdout: '' });
  t.strictSame(kept.stderr.split('\n').slice(0, 4), [
    '23 entities and columns have urn:li:tag:many. It remains in ingested schemas (1):',
    `  ${set(0)}`,
    `  ${set(0)}, column x`,
    `  ${set(0)}, column x [2J (remains)`,
  ]);
  t.match(kept.stderr, /\n {2}… and 3 more\n/);
  t.match(await run(['tag', 'delete', 'many']), {
    exitCode: 2,
    stderr: /23 entities[\s\S]*Cannot ask for confirmation/,
  });
  const deleted = await run(['tag', 'delete', 'many'], answering('yes'));
  t.match(deleted, { exitCode: 0, stdout: 'urn:li:tag:many\n' });
  t.equal(asked.length, 2);
  t.match(await run(['tag', 'delete', 'many'], answering('y')), {
    exitCode: 1,
    stderr: /^There is no tag urn:li:tag:many/,
  });
  await run(['tag', 'create', 'Lone', '--id', 'lone']);
  t.match(
    (await run(['tag', 'delete', 'lone'], answering('y'))).stderr,
    /^No entity or column has urn:li:tag:lone\.\n/,
  );
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
  const starter = await user('starter', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  const env = { CATALOG_URL: url, CATALOG_TOKEN: starter.token };
  t.match(await run([...args, '--yes'], { env }), {
    exitCode: 1,
    stderr:
      /The task catalog:\d+ is running, but its progress cannot be read\. .*GET_ES_TASK_STATUS_PRIVILEGE/,
  });
  t.match(await run(['indices', 'list'], { env }), { exitCode: 1, stderr: /GET_TIMESERIES_INDEX_SIZES/ });
  t.match(await run(['indices', 'truncate', 'dataset', 'nope', '--until', '1']), {
    exitCode: 1,
    stderr: /nope/,
  });
  for (const until of ['2026-02-30', '2026-13-01', '']) {
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
