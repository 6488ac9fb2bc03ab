import { readFileSync, writeFileSync } from 'node:fs';
import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { root } from '../../support/root.js';
import { parseExample } from '../../support/shell-words.js';

const { run, fails, ok, json, url, user, userEnv, admin, folder, db, services } = await commandLine(t, {
  sample: true,
});

t.test('README: three commands give a second user rights', async (t) => {
  const [, block = ''] =
    /^Three commands [^`]*```sh\n(.*?)^```/ms.exec(readFileSync(new URL('README.md', root), 'utf8')) ?? [];
  const lines = block.trim().split('\n');
  t.equal(lines.length, 3);
  let token = '';
  for (const line of lines) token = await ok(...parseExample(line).args);
  const env = { CATALOG_URL: url, CATALOG_TOKEN: token.trim() };
  const made = await run(['tag', 'create', 'Hers', '--id', 'hers'], { env });
  t.match(made, { exitCode: 0, stdout: 'urn:li:tag:hers\n', stderr: '' });
  const refused = await run(['user', 'create', 'third'], { env });
  t.match(refused, { exitCode: 1, stderr: /MANAGE_USERS_AND_GROUPS \(Manage Users & Groups\)/ });
});

t.test('grant extends one policy of the actor; revoke takes back and tells what is left', async (t) => {
  await ok('user', 'create', 'ann', '--name', 'Ann');
  await ok('group', 'create', 'crew');
  await ok('group', 'add-member', 'crew', 'ann');
  t.same((await json('group', 'show', 'crew')).members, ['urn:li:corpuser:ann']);

  const first = await json('policy', 'grant', 'ann', 'EDIT_ENTITY_TAGS', '--on', 'dataset');
  const second = await json('policy', 'grant', 'ann', 'EDIT_ENTITY_DOCS', '--on', 'dataset');
  t.same(second.policies, first.policies, 'the same policy');
  const elsewhere = await json('policy', 'grant', 'ann', 'EDIT_ENTITY_DOCS', '--on', 'chart');
  t.notSame(elsewhere.policies, first.policies);
  const shown = await json('policy', 'show', first.policies[0]);
  t.match(shown, {
    privileges: ['EDIT_ENTITY_TAGS', 'EDIT_ENTITY_DOCS'],
    actors: { users: ['urn:li:corpuser:ann'] },
    resources: { type: 'dataset', allResources: true },
  });

  await ok('policy', 'grant', 'group:crew', 'CREATE_TAGS');
  await ok('policy', 'grant', 'ann', 'CREATE_TAGS');
  t.same((await json('user', 'show', 'ann')).groups, ['urn:li:corpGroup:crew']);
  t.same((await json('user', 'show', 'ann')).platformPrivileges, ['CREATE_TAGS']);
  const taken = await run(['policy', 'revoke', 'ann', 'CREATE_TAGS']);
  t.match(taken, {
    exitCode: 0,
    stderr:
      /^These policies still grant some of the privileges to urn:li:corpuser:ann: "Granted to urn:li:corpGroup:crew over the platform"/,
  });
  t.match(await run(['policy', 'revoke', 'ann', 'CREATE_TAGS']), {
    exitCode: 1,
    stderr: /^No policy of urn:li:corpuser:ann alone grants CREATE_TAGS\. These policies still/,
  });
  await ok('policy', 'revoke', 'ann', 'EDIT_ENTITY_TAGS', 'EDIT_ENTITY_DOCS', '--on', 'dataset');
  t.match(await run(['policy', 'show', first.policies[0]]), { exitCode: 1, stderr: /^There is no policy/ });

  const wrong: [RegExp, ...string[]][] = [
    [/^There is no user urn:li:corpuser:nobody/, 'policy', 'grant', 'nobody', 'CREATE_TAGS'],
    [/^There is no group urn:li:corpGroup:none/, 'policy', 'grant', 'group:none', 'CREATE_TAGS'],
    [/^Unknown privilege NOPE\. Privileges are: /, 'policy', 'grant', 'ann', 'NOPE'],
    [/applies to the platform: leave out --on/, 'policy', 'grant', 'ann', 'CREATE_TAGS', '--on', 'tag'],
    [/is neither a URN nor an entity type/, 'policy', 'grant', 'ann', 'EDIT_ENTITY', '--on', 'a b'],
    [/is not a user: expected an id or/, 'user', 'suspend', 'urn:li:tag:x'],
    [/is not a group: expected an id or/, 'group', 'show', 'urn:li:tag:x'],
    [/^There is no user/, 'user', 'show', 'nobody'],
    [/^There is no group/, 'group', 'show', 'none'],
    [/Cannot ask for confirmation \(no terminal\)\. Pass --yes/, 'user', 'remove', 'ann'],
  ];
  for (const [stderr, ...args] of wrong) {
    const { exitCode, stdout, stderr: said } = await run(args);
    t.match({ exitCode, stdout, said }, { stdout: '', said: stderr }, args.join(' '));
    t.not(exitCode, 0);
  }
  const no = await run(['user', 'remove', 'ann'], { session: { ask: async () => '' } });
  t.match(no, { exitCode: 1, stderr: 'Nothing was changed.\n' });
  t.equal((await json('user', 'list', '--query', 'ann'))[0].properties.displayName, 'Ann');

  await ok('user', 'suspend', 'ann');
  t.equal((await json('user', 'show', 'ann')).status, 'SUSPENDED');
  await ok('user', 'activate', 'ann');
  await ok('group', 'remove-member', 'crew', 'ann');
  t.same((await json('group', 'show', 'crew')).members, []);
});

t.test('grant and revoke read another spelling of a privilege', async (t) => {
  await ok('user', 'create', 'spelled');
  const [urn] = (await json('policy', 'grant', 'spelled', 'EDIT_ENTITY_DOCS')).policies;
  const file = `${folder}/spelled.json`;
  const exported: { urn: string }[] = await json('policy', 'export');
  const text = JSON.stringify(exported.filter((policy) => policy.urn === urn));
  writeFileSync(file, text.replaceAll('EDIT_ENTITY_DOCS', 'EDIT_ENTITY_DEPRECATION'));
  await ok('policy', 'import', file);
  await ok('policy', 'grant', 'spelled', 'EDIT_DEPRECATION_PRIVILEGE');
  t.same((await json('policy', 'show', urn)).privileges, ['EDIT_ENTITY_DEPRECATION']);
  await ok('policy', 'revoke', 'spelled', 'EDIT_DEPRECATION_PRIVILEGE');
  t.match(await run(['policy', 'show', urn]), { exitCode: 1, stderr: /^There is no policy/ });
});

t.test('policies go to a file and come back', async (t) => {
  const file = `${folder}/policies.yaml`;
  const text = await ok('policy', 'export');
  t.match(text, /^- urn: urn:li:dataHubPolicy:/);
  t.notMatch(text, 'lastUpdatedTimestamp');
  writeFileSync(file, text);
  await ok('policy', 'revoke', 'ann', 'EDIT_ENTITY_DOCS', '--on', 'chart');
  t.not(await ok('policy', 'export'), text);
  await ok('policy', 'import', file);
  t.equal(await ok('policy', 'export'), text, 'the same policies, under the same URNs');
  const exported = await json('policy', 'export');
  writeFileSync(file, JSON.stringify(exported));
  await ok('policy', 'import', file);
  t.equal(await ok('policy', 'export'), text, 'JSON is read, too');

  const fromWindows = Buffer.from(`\uFEFF${JSON.stringify(exported)}`, 'utf16le');
  writeFileSync(file, fromWindows);
  await ok('policy', 'import', file);
  await fails(t, ['policy', 'import', folder], 1, / cannot be read: it is a folder/);
  exported[0].info.privileges = ['NOPE'];
  exported[1].info.displayName = 'changed';
  writeFileSync(file, JSON.stringify(exported));
  t.match(await run(['policy', 'import', file]), { exitCode: 1, stderr: /"NOPE" is not a privilege/ });
  t.equal(await ok('policy', 'export'), text, 'nothing of it is written');
  for (const [content, stderr] of [
    ['- urn: x\n', /is not a list of policies .*\[0\]\.?.*urn/],
    ['a: [', /is not YAML: /],
    ['text', /is not a list of policies/],
  ] as const)
    t.match(await run(['policy', 'import', '-'], { stdin: content }), { exitCode: 2, stderr });
  t.match(await run(['policy', 'import', `${folder}/none`]), {
    exitCode: 1,
    stderr: /none cannot be read: there is no such file\. Check the path\.\n$/,
  });
});

t.test('tokens: create, whose, rotate, revoke', async (t) => {
  const text = (await ok('token', 'create', '--for', 'ann', '--name', 'x', '--scope', 'READ')).trim();
  const id = text.split('_')[1]!;
  const whose = await run(['token', 'whose', '--json'], { stdin: text });
  t.match(JSON.parse(whose.stdout), {
    id,
    actorUrn: 'urn:li:corpuser:ann',
    ownerUrn: admin.urn,
    scopes: ['READ'],
  });
  const rotated = await json('token', 'rotate', id, '--overlap', '60');
  t.match(rotated, { accessToken: /^mcs_/, metadata: { name: 'x', scopes: ['READ'] } });
  t.equal(await ok('token', 'revoke', id), `${id}\n`);
  t.equal(await ok('token', 'revoke', '--all-of', 'ann', '--yes'), '1\n');
  const gone = { CATALOG_URL: url, CATALOG_TOKEN: rotated.accessToken };
  await fails(t, ['whoami'], 1, /token of CATALOG_TOKEN: it is unknown, expired or revoked/, { env: gone });

  const own = await user('own', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  await run(['login', '--url', url], { env: {}, stdin: own.token });
  const file = `${folder}/catalog/login.json`;
  const replaced = await run(['token', 'rotate'], { env: {} });
  t.match(replaced, { exitCode: 0, stdout: /^\w{17}\n$/, stderr: '' });
  t.not(JSON.parse(readFileSync(file, 'utf8')).token, own.token);
  t.equal((await run(['whoami'], { env: {} })).exitCode, 0, 'the login has the new token');
  const mine = await run(['token', 'create'], { env: {} });
  t.match(mine, { exitCode: 0, stdout: /^mcs_\w+\n$/ }, 'a login makes token create a call of the service');
  const others = await run(['token', 'create', '--for', 'ann'], { env: {} });
  t.match(others, { exitCode: 1, stdout: '', stderr: /MANAGE_ACCESS_TOKENS/ });

  for (const args of [['revoke'], ['revoke', 'x', '--all-of', 'ann']])
    t.equal((await run(['token', ...args])).exitCode, 2, args.join(' '));
  const leaked = await run(['token', 'revoke', text]);
  t.match(leaked, { exitCode: 2, stderr: /text of a token.*revoke the token/ });
  t.notMatch(leaked.stderr, text);
});

t.test('suspend says whose tokens are refused, token list shows them, and take-over ends that', async (t) => {
  const sam = await user('sam', ['MANAGE_ACCESS_TOKENS']);
  await user('robot');
  const { metadata } = JSON.parse(
    (
      await run(
        ['token', 'create', '--actor', 'robot', '--name', 'nightly', '--duration', 'ONE_DAY', '--json'],
        {
          env: { CATALOG_URL: url, CATALOG_TOKEN: sam.token },
        },
      )
    ).stdout,
  );
  const suspended = await run(['user', 'suspend', 'sam']);
  t.match(suspended, {
    exitCode: 0,
    stderr: /^warning: Refused while the user is suspended: 1 access token of urn:li:corpuser:robot \(1\)/,
  });
  t.match(
    await ok('token', 'list', '--for', 'robot'),
    'nightly\turn:li:corpuser:robot\trefused while urn:li:corpuser:sam is',
  );
  t.match(await run(['token', 'take-over', 'sam']), { exitCode: 2, stderr: /--yes/ });
  const taken = await run(['token', 'take-over', 'sam', metadata.id]);
  t.match(taken, { exitCode: 0, stdout: '1\n', stderr: /warning: .* still knows the texts/ });
  t.notMatch(await ok('token', 'list', '--for', 'robot'), 'refused');
  t.same(await json('token', 'take-over', 'sam', '--yes'), { user: 'urn:li:corpuser:sam', count: 0 });
  t.match(await run(['token', 'take-over', 'sam', sam.token]), { exitCode: 2, stderr: /text of a token/ });
  t.match(await ok('user', 'activate', 'sam'), 'urn:li:corpuser:sam');
});

t.test('user edit and group edit change texts, and nothing else', async (t) => {
  await ok('user', 'create', 'eve', '--name', 'Eve', '--email', 'eve@example.com', '--title', 'Chief');
  await ok('user', 'suspend', 'eve');
  const renamed = await json('user', 'edit', 'eve', '--name', 'Eve Roe', '--title', '');
  t.same(renamed, { urn: 'urn:li:corpuser:eve', name: 'Eve Roe', title: null });
  const { status, properties } = await json('user', 'show', 'eve');
  t.match(
    { status, properties },
    {
      status: 'SUSPENDED',
      properties: { displayName: 'Eve Roe', email: 'eve@example.com', title: null },
    },
  );
  await ok('group', 'create', 'press', '--name', 'Press', '--description', 'News');
  await ok('group', 'edit', 'press', '--description', '');
  t.match((await json('group', 'show', 'press')).properties, { displayName: 'Press', description: null });
  await ok('describe', 'group:press', 'From the profile');
  const hidden = await run(['group', 'edit', 'press', '--description', 'Daily news']);
  t.match(hidden, {
    exitCode: 0,
    stderr: /profile of urn:li:corpGroup:press has another description.*"From/,
  });
  t.match(await ok('group', 'list', '--query', 'press'), 'From the profile');

  const wrong: [RegExp, ...string[]][] = [
    [/^Nothing to change: pass at least one of --name, --email, --title\.$/m, 'user', 'edit', 'eve'],
    [/^There is no user urn:li:corpuser:nobody/, 'user', 'edit', 'nobody', '--name', 'x'],
    [/^There is no group urn:li:corpGroup:none/, 'group', 'edit', 'none', '--name', 'x'],
    [/expected 1 to 255 characters/, 'user', 'edit', 'eve', '--name', ''],
    [/expected 1 to 255 characters/, 'user', 'edit', 'eve', '--email', 'x'.repeat(256)],
    [/expected at most 10000 characters/, 'group', 'edit', 'press', '--description', 'x'.repeat(10_001)],
  ];
  for (const [stderr, ...args] of wrong) {
    const ran = await run(args);
    t.match(ran, { stdout: '', stderr }, args.join(' '));
    t.not(ran.exitCode, 0);
  }
  t.match(await run(['user', 'show', 'nobody']), { exitCode: 1 }, 'is not created');
  const { env } = await userEnv('viewer');
  t.match(await run(['user', 'edit', 'eve', '--name', 'x'], { env }), {
    exitCode: 1,
    stderr: /MANAGE_USERS_AND_GROUPS \(Manage Users & Groups\)/,
  });
});

t.test('service accounts', async (t) => {
  const created = await json('service-account', 'create', 'Nightly job', '--description', 'Loads');
  t.match(created, { urn: /^urn:li:corpuser:service_/, displayName: 'Nightly job', createdBy: admin.urn });
  await ok('policy', 'grant', created.urn, 'CREATE_TAGS');
  t.match(await ok('token', 'create', '--for', created.urn), /^mcs_/);
  await ok('service-account', 'edit', 'nightly JOB', '--name', 'Nightly load', '--description', '');
  const id = created.urn.slice('urn:li:corpuser:'.length);
  t.match(await json('service-account', 'show', id), {
    urn: created.urn,
    properties: { displayName: 'Nightly load', title: null },
    platformPrivileges: ['CREATE_TAGS'],
  });
  const list = await json('service-account', 'list', '--query', 'load');
  t.match(list, [{ urn: created.urn, displayName: 'Nightly load' }]);
  const twin = (await ok('service-account', 'create', 'Nightly load')).trim();
  t.match(await run(['service-account', 'delete', 'Nightly load', '--yes']), {
    exitCode: 2,
    stderr: /^2 service accounts have the name "Nightly load"\. Use a URN:\n/,
  });
  t.match(await run(['service-account', 'delete', twin]), { exitCode: 2, stderr: /Its tokens.*Pass --yes/ });
  t.equal(await ok('service-account', 'delete', twin, '--yes'), `${twin}\n`);
  const wrong: [RegExp, string][] = [
    [/^There is no service account "none"/, 'none'],
    [/is not a service account: expected/, 'urn:li:corpuser:eve'],
    [/^There is no service account urn:li:corpuser:service_/, twin],
  ];
  for (const [stderr, name] of wrong) {
    t.match(await run(['service-account', 'show', name]), { stdout: '', stderr }, name);
    t.match(await run(['service-account', 'edit', name, '--name', 'x']), { stdout: '', stderr }, name);
  }
  const { env } = await userEnv('onlooker');
  for (const args of [
    ['create', 'x'],
    ['list'],
    ['delete', created.urn, '--yes'],
    ['edit', created.urn, '--name', 'x'],
  ])
    t.match(await run(['service-account', ...args], { env }), {
      exitCode: 1,
      stderr: /MANAGE_SERVICE_ACCOUNTS \(Manage Service Accounts\)/,
    });
  t.match(await json('service-account', 'show', 'nightly load'), { urn: created.urn });
});

t.test('token list by the end and the last use', async (t) => {
  const { urn } = await user('idle');
  await db.query('DELETE FROM access_tokens WHERE actor_urn = $1', [urn]);
  const [now, day] = [Date.now(), 86_400_000];
  const made = async (name: string, age: number, used: number | null, ends: number) => {
    const { token } = await services.tokens.issue({ actorUrn: urn, name, duration: 'ONE_YEAR' });
    await db.query(
      'UPDATE access_tokens SET created_at = $2, last_used_at = $3, expires_at = $4 WHERE id = $1',
      [token.id, now - age * day, used === null ? null : now - used * day, now + ends * day],
    );
  };
  await made('never', 100, null, 300);
  await made('new', 1, null, 2);
  await made('old', 200, 95, 20);
  await made('busy', 200, 1, 40);
  await made('past', 200, 150, -1);
  const names = async (...args: string[]) =>
    (await json('token', 'list', '--user', 'idle', ...args)).map(({ name }: { name: string }) => name).sort();
  t.same(await names('--ending', '30d'), ['new', 'old']);
  t.same(await names('--ending', '3d'), ['new']);
  t.same(await names('--unused'), ['never', 'new']);
  t.same(await names('--unused', '90d'), ['never', 'old', 'past']);
  t.same(await names('--unused', '--ending', '30d'), ['new']);
  t.same(await names('--unused', '90d', '--ending', '30d', '--limit', '1'), ['old']);
  await fails(t, ['token', 'list', '--user', 'unknown'], 1, /^There is no user urn:li:corpuser:unknown\./);
  await fails(t, ['token', 'list', '--ending', 'soon'], 2, /a duration such as 30m/);
  t.equal((await run(['token', 'list', '--user', 'a', '--for', 'b'])).exitCode, 2);
  t.equal((await run(['token', 'list', '--user', 'a', '--all'])).exitCode, 2);
});
