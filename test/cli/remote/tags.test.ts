import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { field } from '../../support/metadata.js';
import { schemaWith } from '../../support/schemas.js';

const { fails, run, json, admin, put, userEnv } = await commandLine(t, { sample: true });

t.test('tags', async (t) => {
  t.equal((await run(['tag', 'create', 'PII', '--id', 'pii'])).stdout, 'urn:li:tag:pii\n');
  t.equal((await run(['tag', 'color', 'pii', '#cc0000'])).exitCode, 0, 'the other spelling');
  const list = await json('tag', 'list');
  t.ok(
    list.some(({ urn, name }: { urn: string; name: string }) => urn === 'urn:li:tag:pii' && name === 'PII'),
  );
  t.match(await run(['tag', 'colour', 'pii', 'red']), { exitCode: 1, stderr: /red/ });
  t.match(await run(['tag', 'create', 'PII', '--id', 'pii']), { exitCode: 1, stderr: /exists/ });
  t.match(await run(['tag', 'show', 'nope']), { exitCode: 1, stderr: /^There is no tag urn:li:tag:nope/ });
  t.match(await run(['tag', 'show', 'urn:li:corpuser:x']), { exitCode: 2, stderr: /is not a tag: expected/ });
  const { env } = await userEnv('reader');
  const input = {
    tagUrn: 'urn:li:tag:Legacy',
    resourceUrn: 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)',
  };
  await admin.graphql('mutation ($input: TagAssociationInput!) { addTag(input: $input) }', { input });
  const [table = ''] = (
    await run(['tag', 'list', '--query', 'PI'], { session: { isTerminal: true } })
  ).stdout.split('\n');
  t.match(table, /^tag +name +entities +columns +colour +description$/);
  await fails(t, ['tag', 'list', '--sort', 'colour'], 2, /Allowed choices are name, entities, columns/);
  const sorted = await json('tag', 'list', '--sort', 'entities', '--limit', '50');
  t.equal(sorted.length, 14, 'those of the sample, and this one');
  t.equal(sorted.at(-1).urn, 'urn:li:tag:pii');
  t.ok(sorted.at(-2).usage.entities > 0);
  const unused = await json('tag', 'list', '--unused');
  t.ok(unused.some(({ urn }: { urn: string }) => urn === 'urn:li:tag:pii'));
  t.strictSame(
    unused.filter(({ usage }: (typeof list)[0]) => usage.entities + usage.columns > 0),
    [],
  );
  t.match((await run(['tag', 'show', 'pii'])).stdout, /^entities\t0\ncolumns\t0$/m);
  await fails(t, ['tag', 'delete', 'pii', '--yes'], 1, /MANAGE_TAGS \(Manage Tags\) or/, { env });
  t.equal((await run(['tag', 'delete', 'pii', '--yes'])).exitCode, 0);
  t.match(await run(['tag', 'restore', 'pii']), { exitCode: 0, stdout: 'urn:li:tag:pii\n' });
  t.match(await run(['tag', 'restore', 'pii']), { exitCode: 1, stderr: /No deletion of a tag/ });
  t.equal((await run(['tag', 'delete', 'pii', '--yes'])).exitCode, 0);
});

t.test('tag delete shows what has the tag before it asks', async (t) => {
  const globalTags = { tags: [{ tag: 'urn:li:tag:many' }] };
  const set = (index: number) =>
    `urn:li:dataset:(urn:li:dataPlatform:hive,${String(index).padStart(2, '0')},PROD)`;
  for (let index = 0; index < 21; index += 1) await put(set(index), 'globalTags', globalTags);
  await put(set(0), 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags }] });
  await put(set(0), 'schemaMetadata', {
    ...schemaWith(),
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
  await fails(t, ['tag', 'delete', 'many'], 2, /23 entities[\s\S]*Cannot ask for confirmation/);
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

const hive = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const users = hive('fct_users_created');
const usage = async () => (await json('tag', 'show', 'pd')).usage;

t.test('tag add and remove: names, URNs and columns, from arguments and standard input', async (t) => {
  await run(['tag', 'create', 'Personal data', '--id', 'pd']);
  const events = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)#address.city';
  const added = await run(['tag', 'add', 'tag:personal data', 'fct_users_created', events]);
  t.match(added, { exitCode: 0, stdout: '2\n', stderr: '' }, 'an unambiguous name of a tag, in another case');
  t.same(await usage(), { entities: 1, columns: 1 });
  const stdin = `\ufeff\r\n${users}\r\n${users}#user_id\r\n\r\n  ${users}\r\nurn:li:container:datahub_schema`;
  const fromInput = await run(['tag', 'add', 'pd', '-', '--json'], { stdin });
  t.same(JSON.parse(fromInput.stdout), { tag: 'urn:li:tag:pd', entities: 2, columns: 1 }, 'each once');
  t.same(await usage(), { entities: 2, columns: 2 });

  const wrong: [input: string, stderr: RegExp][] = [
    [`${users}\n\norders\n`, /^line 3: urn "orders" .*\nNothing was changed/],
    [`${users}\nurn:li:tag:pd`, /^line 2: "urn:li:tag:pd" is a tag; tags can be added to datasets, /],
    [`urn:li:chart:(looker,x)#y`, /^line 1: "urn:li:chart:\(looker,x\)" has no columns/],
    ['x\n'.repeat(7), /line 5: .*\n… and 2 more lines\n/],
  ];
  for (const [input, stderr] of wrong)
    t.match(
      await run(['tag', 'add', 'pd', '-'], { stdin: input }),
      { exitCode: 1, stdout: '', stderr },
      input,
    );
  await fails(t, ['tag', 'add', 'pd', 'none'], 1, /^No entity that can have tags is named "none"/);
  await fails(t, ['tag', 'add', 'pd', 'urn:x'], 1, /^No entity that can have tags is named "urn:x"/);
  await fails(t, ['tag', 'add', 'pdd', users], 1, /^There is no tag urn:li:tag:pdd/);
  await run(['tag', 'create', 'Twin', '--id', 'twin1']);
  await run(['tag', 'create', 'Twin', '--id', 'twin2']);
  t.match(await run(['tag', 'add', 'Twin', users]), {
    exitCode: 2,
    stderr: /^2 tags have the name "Twin"\. Use a URN:\n {2}urn:li:tag:twin1\n {2}urn:li:tag:twin2\n/,
  });
  t.same(await usage(), { entities: 2, columns: 2 });
  t.match(
    await run(['tag', 'add', 'pd', '-']),
    { exitCode: 0, stdout: '0\n' },
    'a search that found nothing',
  );

  const { env } = await userEnv('untagged');
  t.match(await run(['tag', 'add', 'pd', users], { env }), {
    exitCode: 1,
    stderr: /EDIT_ENTITY_TAGS \(Edit Tags\) or EDIT_ENTITY.*\n.*\nNothing was changed/,
  });
  await fails(t, ['tag', 'remove', 'pd', `${users}#user_id`], 1, /EDIT_DATASET_COL_TAGS/, { env });
  t.equal((await run(['tag', 'remove', 'Personal data', '-'], { stdin })).stdout, '3\n');
  t.same(await usage(), { entities: 0, columns: 1 });
});

t.test('tag add stops at a refused request, and says what is changed and how to continue', async (t) => {
  const sets = Array.from({ length: 7 }, (_, index) => hive(String(index).padStart(2, '0')));
  const stdin = [...sets.slice(0, 3), hive('gone'), ...sets.slice(3)].join('\n');
  const args = ['tag', 'add', 'pd', '-', '--batch-size', '3'];
  t.match(await run(args, { stdin }), {
    exitCode: 1,
    stdout: '',
    stderr: new RegExp(
      '^There is no entity .*gone.* \\(line 4 of the input\\)\n' +
        '3 of 8 were changed\\. The next 3 \\(lines 4 to 6 of the input\\) were refused together\\. ' +
        'The last 2 were not sent\\.\n.*run the same command again',
    ),
  });
  t.equal((await usage()).entities, 3);
  t.match(await run(args, { stdin: sets.join('\n') }), { exitCode: 0, stdout: '7\n' });
  t.equal((await usage()).entities, 7);
  const large = await run(['tag', 'add', 'pd', '-', '--batch-size', '2000'], {
    stdin: Array.from({ length: 1_001 }, (_, index) => hive(`x${index}`)).join('\n'),
  });
  t.match(large, { exitCode: 1, stderr: /at most 1000 are allowed[\s\S]*Nothing was changed/ });
});

t.test('describe', async (t) => {
  const edited = async () => {
    const query = `{ dataset(urn: "${users}") { editableProperties { description }
      editableSchemaMetadata { editableSchemaFieldInfo { fieldPath description } } } }`;
    const { editableProperties, editableSchemaMetadata } = (await admin.graphql(query)).body.data.dataset;
    const columns = editableSchemaMetadata?.editableSchemaFieldInfo ?? [];
    const column = columns.find(({ fieldPath }: { fieldPath: string }) => fieldPath === 'user_name');
    return [editableProperties?.description || null, column?.description || null];
  };
  t.equal((await run(['describe', 'fct_users_created', 'One row for each'])).stdout, 'One row for each\n');
  const column = await run(['describe', 'hive:fct_users_created#user_name', '-', '--json'], {
    stdin: '# Name\r\nof the user\r\n\r\n',
  });
  t.same(JSON.parse(column.stdout), {
    urn: users,
    column: 'user_name',
    description: '# Name\r\nof the user',
  });
  t.same(await edited(), ['One row for each', '# Name\r\nof the user']);
  for (const args of [[], ['x', '--clear'], [''], [' ']])
    t.equal((await run(['describe', users, ...args])).exitCode, 2, JSON.stringify(args));
  t.match(await run(['describe', users, '-']), { exitCode: 2, stderr: /--clear removes a description/ });
  t.match(await run(['describe', `${users}#none`, 'x']), { exitCode: 1, stderr: /has no column "none"/ });
  const { env } = await userEnv('silent');
  t.match(await run(['describe', users, 'x'], { env }), { exitCode: 1, stderr: /EDIT_ENTITY_DOCS/ });
  t.same(await edited(), ['One row for each', '# Name\r\nof the user']);
  t.match(await run(['describe', users, '--clear'], { session: { isTerminal: true } }), {
    exitCode: 0,
    stdout: /fct_users_created,PROD\) has no edited description\.\n$/,
  });
  t.same(await edited(), [null, '# Name\r\nof the user']);
});
