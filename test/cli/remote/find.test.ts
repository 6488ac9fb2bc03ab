import t from 'tap';
import { commandLine } from '../../support/command-line.js';

const { fails, run, json, put, url, admin } = await commandLine(t, { sample: true });

const users = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const kafka = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

t.test('a name stands for the URN of one entity; several and none are errors that help', async (t) => {
  const named = (platform: string, name: string) =>
    `urn:li:dataset:(urn:li:dataPlatform:${platform},${name},PROD)`;
  await put(named('hive', 'shop.sales.Invoices'), 'status', { removed: false });
  await put(named('kafka', 'invoices'), 'datasetProperties', { name: 'Invoice events' });
  await put('urn:li:tag:secret', 'tagProperties', { name: 'Very Secret' });
  await put('urn:li:tag:x1', 'tagProperties', { name: 'secret' });
  await put('urn:li:glossaryTerm:secret', 'glossaryTermInfo', {
    definition: 'd',
    termSource: 'INTERNAL',
  });
  t.equal((await run(['user', 'create', 'joan'])).exitCode, 0);
  const expected: [text: string, urn: string][] = [
    ['fct_users_created', users],
    ['FCT_users_created', users],
    ['hive:fct_users_created', users],
    ['dataset:user_events', kafka],
    ['Invoice events', named('kafka', 'invoices')],
    ['shop.sales.invoices', named('hive', 'shop.sales.Invoices')],
    ['sales.invoices', named('hive', 'shop.sales.Invoices')],
    // The exact name comes before the last part of another one.
    ['invoices', named('kafka', 'invoices')],
    ['hive:invoices', named('hive', 'shop.sales.Invoices')],
    ['Very Secret', 'urn:li:tag:secret'],
    ['user:joan', 'urn:li:corpuser:joan'],
  ];
  for (const [text, urn] of expected) {
    const { stdout, stderr } = await run(['open', text, '--json']);
    t.equal(stdout && JSON.parse(stdout).urn, urn, `${text} ${stderr}`);
  }
  const ambiguous = await run(['show', 'secret']);
  t.match(ambiguous, {
    exitCode: 2,
    stdout: '',
    stderr:
      /^"secret" is the name of 3 entities:\n {2}urn:li:\S+\n {2}urn:li:\S+\n {2}urn:li:\S+\nUse a URN, or/,
  });
  // Ids are unique, and anybody may give a tag any name.
  const filtered = await run(['search', '--filter', 'tags=secret']);
  t.match(filtered, { exitCode: 0, stderr: '' });
  const near = await run(['show', 'fct_user_creation']);
  t.match(near, {
    exitCode: 1,
    stderr: `No entity is named "fct_user_creation". Similar names:\n  ${users}`,
  });
  await put(kafka, 'globalTags', { tags: [{ tag: 'urn:li:tag:nightly' }] });
  for (const [message, ...args] of [
    [/^No dataset is named "secret"\. `catalog search`/, 'show', 'secret#email'],
    [/^No entity that can have tags is named "joan"\./, 'tag', 'add', 'secret', 'joan'],
    [/Leave out the quotes around the URN\./, 'show', '"urn:li:tag:x1"'],
    [
      /named "URN:LI:tag:secret"\. A URN begins with urn:li:<type>:, and case matters/,
      'show',
      'URN:LI:tag:secret',
    ],
    [/^No entity is named "nope"/, 'history', 'nope'],
    [/^There is no entity urn:li:tag:none\./, 'open', 'urn:li:tag:none'],
    [/wrong form; expected urn:li:dataset/, 'open', 'urn:li:dataset:x'],
  ] as const)
    t.match(await run(args), { exitCode: 1, stdout: '', stderr: message }, args.join(' '));
  const tagged = await run(['history', 'user_events', '--category', 'TAG', '--columns', 'entity,what']);
  t.equal(tagged.stdout, `${kafka}\turn:li:tag:nightly\n`);
  for (const text of ['', ' ', '…', '"', '/q (', 'a'.repeat(500), 'urn:li:nope:x', 'NOT'])
    t.match(await run(['show', text]), {
      exitCode: /[12]/,
      stdout: '',
      stderr: /^(No entity|A name|There is no)/,
    });
});

t.test('search', async (t) => {
  await put(users, 'globalTags', { tags: [{ tag: 'urn:li:tag:secret' }] });
  const urns = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await run(['search', ...args, '--urns']);
    t.equal(exitCode, 0, `${args.join(' ')} ${stderr}`);
    return lines(stdout).sort();
  };
  t.strictSame(await urns('users created'), [users]);
  t.strictSame(await urns('--filter', 'tags=Very Secret'), [users], 'tags by name');
  t.strictSame(await urns('--filter', 'tags=urn:li:tag:secret'), [users]);
  const onKafka = await urns('--filter', 'platform=kafka');
  const onHive = await urns('--filter', 'platform=hive', '--type', 'dataset');
  t.ok(onKafka.includes(kafka) && onHive.includes(users));
  t.strictSame(await urns('--filter', 'platform=kafka', 'platform=hive', '--type', 'DATASET'), [
    ...onHive,
    ...onKafka,
  ]);
  t.strictSame(
    await urns('--filter', 'platform=kafka', 'or', 'platform=hive', 'tags=secret'),
    [users, ...onKafka].sort(),
  );
  t.notOk((await urns('--filter', 'platform!=kafka')).includes(kafka));
  const inside = await urns('--filter', 'container=urn:li:container:postgres.shop');
  t.ok(inside.includes('urn:li:container:postgres.shop.public'));
  t.ok(
    inside.some((urn) => urn.startsWith('urn:li:dataset:')),
    'tables of a schema are in its database',
  );
  await fails(t, ['search', '--filter', 'tags=nope'], 0, /^warning: No entity is named "nope"/);

  const found = await json('search', 'users created');
  t.match(found, [{ urn: users, displayName: 'fct_users_created' }]);
  const line = (await run(['search', 'users created', '--columns', 'platform,urn'])).stdout;
  t.equal(line, `hive\t${users}\n`);
  const near = await run(['search', 'userz crated', '--columns', 'urn']);
  t.match(near.stdout, users);
  t.match(near.stderr, /^warning: the query as it is finds nothing; .*"users" or "user" in place of "userz"/);
  for (const option of ['--urns', '--json'])
    t.notMatch((await run(['search', 'userz crated', option])).stdout, users, `with ${option} it is exact`);
  const some = await run(['search', '--limit', '2', '--urns']);
  t.equal(lines(some.stdout).length, 2);
  const [, total] = /^2 of (\d+) are shown; --limit shows more\n$/.exec(some.stderr) ?? [];
  t.equal(Number(total), (await urns()).length, 'the exact total');
  t.ok(Number(total) > 2);

  for (const [stderr, exitCode, ...args] of [
    [/expected field=value/, 2, '--filter', 'tags'],
    [/expected field=value/, 2, '--filter', 'or', 'tags=x'],
    [/expected field=value/, 2, '--filter', 'tags=x', 'or'],
    [/"nope" is not a field; the fields are/, 1, '--filter', 'nope=x'],
    [/Types are user, group, .*dataset/, 2, '--type', 'nope'],
    [/at character/, 1, '/q ('],
    [/whole number/, 2, '--limit', '0'],
    [/cannot be used with/, 2, '--urns', '--json'],
    [/There is no column "x"\. The columns are: name, /, 2, '--columns', 'x'],
  ] as const)
    t.match(await run(['search', ...args]), { exitCode, stdout: '', stderr }, args.join(' '));
});

t.test('show', async (t) => {
  await put(users, 'ownership', {
    owners: [{ owner: 'urn:li:corpuser:left', type: 'TECHNICAL_OWNER' }],
    lastModified: { time: 0, actor: admin.urn },
  });
  await put(users, 'deprecation', { deprecated: true, note: 'use fct_users', actor: admin.urn });
  await put(users, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [
      { fieldPath: 'user_name', description: 'edited', globalTags: { tags: [{ tag: 'urn:li:tag:secret' }] } },
    ],
  });
  const shown = await json('show', users);
  const secret = { urn: 'urn:li:tag:secret', name: 'Very Secret' };
  t.match(shown, {
    urn: users,
    type: 'dataset',
    name: 'fct_users_created',
    platform: 'hive',
    environment: 'PROD',
    containers: [{ urn: 'urn:li:container:datahub_schema', name: 'datahub_schema' }],
    owners: [{ urn: 'urn:li:corpuser:left', name: 'left' }],
    tags: [secret],
    deprecated: true,
    deprecationNote: 'use fct_users',
  });
  t.match(shown.columns[1], { path: 'user_name', description: 'edited', tags: [secret] });
  const piped = (await run(['show', 'hive:fct_users_created'])).stdout;
  t.match(piped, /^owners\turn:li:corpuser:left$/m);
  t.match(piped, /^column\tuser_name\tvarchar\(100\)\turn:li:tag:secret\tedited$/m);
  const seen = (await run(['show', users], { session: { isTerminal: true, width: 60 } })).stdout;
  t.match(seen, /^tags +Very Secret$/m);
  t.match(seen, /\n\ncolumn +type +tags +description\n(?:.{1,60}\n)+$/);

  const nested = await json('show', 'user_events');
  t.equal(nested.columns[3].path, 'address.city');
  const column = await json('show', 'user_events#address.city');
  t.match(column, { dataset: kafka, path: 'address.city', nativeDataType: 'string' });
  t.match(await run(['show', `${users}#user_name`]), { stdout: /^tags\turn:li:tag:secret$/m });
  await fails(t, ['show', 'user_events#nope'], 1, /no column "nope"\. Its columns are: user_name, timestamp/);
  for (const urn of [
    'urn:li:corpuser:joan',
    'urn:li:tag:secret',
    'urn:li:glossaryTerm:secret',
    'urn:li:container:datahub_schema',
  ])
    t.match(await run(['show', urn]), { exitCode: 0, stdout: new RegExp(`^urn\t${urn}$`, 'm') });
  await fails(t, ['show', 'urn:li:tag:none'], 1, /^There is no entity urn:li:tag:none/);
});

t.test('open', async (t) => {
  const opened: string[] = [];
  const openAddress = (address: string) => void opened.push(address);
  const session = { openAddress, isTerminal: true };
  const { stdout } = await run(['open', 'fct_users_created'], { session });
  t.equal(stdout, `${url}/console/entity?${new URLSearchParams({ urn: users })}\n`);
  t.strictSame(opened, [stdout.trim()]);
  await run(['open', users, '--no-browser'], { session });
  await run(['open', users], { session: { openAddress } });
  t.equal(opened.length, 1, 'not in a pipe, and not with --no-browser');
  const account = await run(['service-account', 'create', 'Nightly', '--json']);
  for (const [urn, page] of [
    ['urn:li:tag:secret', 'tag'],
    ['urn:li:corpuser:joan', 'users'],
    ['urn:li:corpGroup:data-platform', 'groups'],
    [JSON.parse(account.stdout).urn, 'service-accounts'],
  ] as const)
    t.match((await run(['open', urn])).stdout, `${url}/console/${page}?${new URLSearchParams({ urn })}`);
});

t.test('api', async (t) => {
  const api = (...args: string[]) => run(['api', ...args]);
  t.match(JSON.parse((await api('{ me { corpUser { urn } } }')).stdout), {
    data: { me: { corpUser: { urn: admin.urn } } },
  });
  const query =
    'query Q($urn: String!, $n: Int, $q: String!) { entity(urn: $urn) { urn } listTags(input: {query: $q, count: $n}) { tags { urn } } }';
  const vars = ['--var', `urn=${users}`, '--var', 'n=1', '--var', 'q=1'];
  t.match(
    await api(query, ...vars),
    { exitCode: 0, stdout: /"tags": \[/ },
    'text for a String, a number for an Int',
  );
  const stdin = JSON.stringify({ urn: users, n: 1, q: '*' });
  const filed = await run(['api', query, '--vars-file', '-', '--var', 'q=secret'], { stdin });
  t.match(JSON.parse(filed.stdout).data, {
    entity: { urn: users },
    listTags: { tags: [{ urn: /secret|x1/ }] },
  });
  const two = 'query A { me { corpUser { urn } } } query B { __typename }';
  t.match(await run(['api', '-', '--operation', 'B'], { stdin: two }), { stdout: /"__typename": "Query"/ });

  const partial = await api('{ me { corpUser { urn } } tag(urn: "x") { urn } }');
  t.equal(partial.exitCode, 1);
  t.match(JSON.parse(partial.stdout), { errors: [{ message: /x/ }] });
  t.match(partial.stderr, /x/);
  const leaked = await api(`{ tag(urn: "${admin.token}") { urn } }`);
  t.equal(leaked.exitCode, 1);
  t.notMatch(leaked.stdout + leaked.stderr, admin.token);

  const all = lines((await run(['search', '--urns'])).stdout);
  const scroll =
    'query ($scrollId: String, $count: Int) { scrollAcrossEntities(input: {query: "*", scrollId: $scrollId, count: $count}) { nextScrollId total facets { field } searchResults { entity { urn } } } }';
  const scrolled = JSON.parse((await api(scroll, '--paginate', '--var', 'count=2')).stdout);
  const { searchResults, nextScrollId, total } = scrolled.data.scrollAcrossEntities;
  t.strictSame([searchResults.length, nextScrollId, total], [all.length, null, all.length]);
  const list =
    'query ($start: Int, $count: Int) { listTags(input: {start: $start, count: $count}) { total tags { urn } } }';
  const tags = JSON.parse((await api(list, '--paginate', '--var', 'count=1')).stdout).data.listTags;
  t.equal(tags.tags.length, tags.total);
  t.ok(tags.total > 2);
  const limited = await api(list, '--paginate', '--limit', '2');
  t.equal(JSON.parse(limited.stdout).data.listTags.tags.length, 2);
  t.match(limited.stderr, `2 of ${tags.total} are shown`);

  for (const [stderr, exitCode, ...args] of [
    [/needs a document with a variable \$start/, 2, '{ me { corpUser { urn } } }', '--paginate'],
    [
      /needs the field total and one list/,
      2,
      'query ($start: Int) { listTags(input: {start: $start}) { tags { urn } } }',
      '--paginate',
    ],
    [/\$count is 0; .* a whole number of at least 1/, 2, list, '--paginate', '--var', 'count=0'],
    [/\$start is "x"; .* a whole number of at least 0/, 2, list, '--paginate', '--var', 'start=x'],
    [
      /has several: a, b\. Send a request for each/,
      2,
      'query ($start: Int) { a: listTags(input: {start: $start}) { total tags { urn } } b: listUsers(input: {start: 0}) { total users { urn } } }',
      '--paginate',
    ],
    [
      /the document has a mutation/,
      2,
      'mutation ($scrollId: String) { createTag(input: {id: "paged", name: "n", description: $scrollId}) }',
      '--paginate',
    ],
    [/It is name=value/, 2, query, '--var', 'x'],
    [/Syntax Error/, 1, '{'],
    [/is not a JSON object/, 2, query, '--vars-file', '-'],
    [/nofile cannot be read/, 1, query, '--vars-file', 'nofile'],
    [/Only one of/, 2, '-', '--vars-file', '-'],
  ] as const)
    t.match(await run(['api', ...args]), { exitCode, stderr }, stderr.source);
  t.match(await run(['show', 'urn:li:tag:paged']), { exitCode: 1 }, 'nothing was created');
  t.match(await run(['api', '{ __typename }'], { env: { CATALOG_URL: url, CATALOG_TOKEN: 'mcs_x' } }), {
    exitCode: 1,
    stdout: '',
    stderr: /does not accept the access token of CATALOG_TOKEN/,
  });
});
