import t from 'tap';
import { encoded } from '../../support/aspects.js';
import { commandLine } from '../../support/command-line.js';

const { fails, run, admin, put, userEnv } = await commandLine(t, { sample: true });

const hive = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const users = hive('fct_users_created');
const events = 'urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)';
const both = [users, events];
const jane = 'urn:li:corpuser:jane';
await run(['user', 'create', 'jane']);
await run(['group', 'create', 'stewards']);
const reader = await userEnv('reader');

async function read(urn: string, aspect: string) {
  const { body } = await admin.get(`/openapi/v3/entity/dataset/${encoded(urn)}/${aspect}`);
  return body.value ?? null;
}

const readOwners = async (urn: string, owner: string) =>
  (await read(urn, 'ownership')).owners
    .filter((one: { owner: string }) => one.owner === owner)
    .map(({ typeUrn }: { typeUrn: string }) => typeUrn);
const system = (name: string) => `urn:li:ownershipType:__system__${name}`;

/** Returns the JSON that a command prints. */
async function json(args: string[], stdin = '') {
  const { exitCode, stdout, stderr } = await run([...args, '--json'], { stdin });
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

t.test('owner add and remove', async (t) => {
  const added = await run(['owner', 'add', 'jane', 'fct_users_created', 'user_events']);
  t.match(added, { exitCode: 0, stdout: '2\n', stderr: '' });
  t.strictSame(await readOwners(events, jane), [system('none')]);
  const sentence = await run(['owner', 'add', 'jane', users, '--type', 'Technical Owner'], {
    session: { isTerminal: true },
  });
  t.equal(sentence.stdout, `Added ${jane} to the owners of 1 entity.\n`);
  await put('urn:li:ownershipType:checker', 'ownershipTypeInfo', {
    ...{ name: 'Checker', created: { time: 0, actor: jane }, lastModified: { time: 0, actor: jane } },
  });
  t.strictSame(
    await json(['owner', 'add', 'jane', '-', '--type', 'Checker'], `${both.join('\n')}\n${users}`),
    {
      ...{ owner: jane, type: 'urn:li:ownershipType:checker', entities: 2 },
    },
  );
  t.strictSame(await readOwners(users, jane), [
    system('none'),
    system('technical_owner'),
    'urn:li:ownershipType:checker',
  ]);
  t.equal((await run(['owner', 'add', 'group:stewards', users])).exitCode, 0);
  t.strictSame(await readOwners(users, 'urn:li:corpGroup:stewards'), [system('none')]);

  await run(['owner', 'remove', 'jane', users, '--type', 'technical_owner']);
  t.strictSame(await readOwners(users, jane), [system('none'), 'urn:li:ownershipType:checker']);
  t.equal((await run(['owner', 'remove', 'jane', '-'], { stdin: both.join('\n') })).stdout, '2\n');
  t.strictSame([await readOwners(users, jane), await readOwners(events, jane)], [[], []]);
  await run(['owner', 'remove', 'urn:li:corpGroup:stewards', users]);
  t.strictSame(await readOwners(users, 'urn:li:corpGroup:stewards'), []);
});

t.test('owner add and remove are refused', async (t) => {
  const { env } = reader;
  const needs = /EDIT_ENTITY_OWNERS .*or EDIT_ENTITY.*\n.*\nNothing was changed/;
  await fails(t, ['owner', 'add', 'jane', users], 1, needs, { env });
  await fails(t, ['owner', 'remove', 'jane', users], 1, needs, { env });
  await fails(
    t,
    ['owner', 'add', 'unknown', users],
    1,
    /^There is no corpuser .*unknown"\nNothing was changed/,
  );
  await fails(t, ['owner', 'add', events, users], 2, /is not a user: expected an id or urn:li:corpuser:<id>/);
  await fails(t, ['owner', 'add', 'jane', users, '--type', 'none such'], 1, /^No type of ownership is named/);
  await fails(t, ['owner', 'add', 'jane', 'none'], 1, /^No entity is named "none"/);
  await fails(t, ['owner', 'add', 'jane', `${users}#user_id`], 2, /^columns do not have owners; leave out /);
  await fails(t, ['owner', 'add', 'jane', jane], 1, /is a corpuser, which does not have owners/);
  await fails(t, ['owner', 'add', 'jane', '-'], 1, /^line 2: columns do not have owners.*\nNothing was/, {
    stdin: `${users}\n${users}#user_id\n`,
  });
  await fails(t, ['owner', 'add', 'jane', '-'], 1, /^There is no entity .*gone.* \(line 2 of the input\)\n/, {
    stdin: `${users}\n${hive('gone')}\n`,
  });
  t.strictSame(await readOwners(users, jane), []);
});

t.test('domain set and unset', async (t) => {
  const sales = 'urn:li:domain:sales';
  t.strictSame(await json(['domain', 'set', 'Sales', 'fct_users_created', events]), {
    ...{ domain: sales, entities: 2 },
  });
  t.strictSame((await read(events, 'domains')).domains, [sales]);
  t.equal(
    (await run(['domain', 'set', 'marketing', '-'], { stdin: both.join('\n') })).stdout,
    '2\n',
    'an id, and standard input',
  );
  t.strictSame((await read(users, 'domains')).domains, ['urn:li:domain:marketing']);
  await put('urn:li:domain:first', 'domainProperties', { name: 'Twin' });
  await put('urn:li:domain:second', 'domainProperties', { name: 'Twin' });
  await fails(t, ['domain', 'set', 'Twin', users], 2, /is the name of 2 entities:\n +urn:li:domain:first\n/);
  await fails(t, ['domain', 'set', 'none such', users], 1, /^No domain is named "none such"/);
  await fails(t, ['domain', 'set', 'urn:li:domain:no', users], 1, /^There is no domain .*Nothing was/s);
  await fails(t, ['domain', 'set', jane, users], 1, /is a corpuser, not a domain/);
  await fails(t, ['domain', 'set', 'sales', `${users}#user_id`], 2, /^columns do not have a domain; leave/);
  const { env } = reader;
  await fails(t, ['domain', 'set', 'sales', users], 1, /EDIT_DOMAINS_PRIVILEGE .*or EDIT_ENTITY/, { env });
  await fails(t, ['domain', 'unset', users], 1, /EDIT_DOMAINS_PRIVILEGE .*or EDIT_ENTITY/, { env });
  t.strictSame((await read(users, 'domains')).domains, ['urn:li:domain:marketing']);
  t.strictSame(await json(['domain', 'unset', '-', events], users), { domain: null, entities: 2 });
  t.strictSame((await read(users, 'domains')).domains, []);
});

t.test('term add and remove, also on columns', async (t) => {
  const term = 'urn:li:glossaryTerm:contact-details';
  const readTerms = async () => [
    ((await read(users, 'glossaryTerms'))?.terms ?? []).map(({ urn }: { urn: string }) => urn),
    ((await read(users, 'editableSchemaMetadata'))?.editableSchemaFieldInfo ?? []).flatMap(
      (one: { fieldPath: string; glossaryTerms?: { terms: { urn: string }[] } }) =>
        (one.glossaryTerms?.terms ?? []).map(({ urn }) => [one.fieldPath, urn]),
    ),
  ];
  const before = await readTerms();
  t.notOk(before[0].includes(term));
  t.strictSame(await json(['term', 'add', 'Contact details', 'fct_users_created', `${users}#user_name`]), {
    ...{ term, entities: 1, columns: 1 },
  });
  t.strictSame(await readTerms(), [
    [...before[0], term],
    [...before[1], ['user_name', term]],
  ]);
  const stdin = `${users}#user_id\n${users}\n`;
  t.equal((await run(['term', 'add', 'glossaryTerm:contact-details', '-'], { stdin })).stdout, '2\n');
  t.strictSame((await readTerms())[1].length, before[1].length + 2);
  const { env } = reader;
  await fails(t, ['term', 'remove', term, users], 1, /EDIT_ENTITY_GLOSSARY_TERMS /, { env });
  await fails(t, ['term', 'add', term, `${users}#user_id`], 1, /EDIT_DATASET_COL_GLOSSARY_TERMS /, { env });
  await fails(t, ['term', 'add', 'none such', users], 1, /^No glossary term is named "none such"/);
  await fails(t, ['term', 'add', 'urn:li:glossaryTerm:no', users], 1, /^There is no glossaryTerm /);
  await fails(t, ['term', 'add', term, `${users}#none`], 1, /has no column "none"/);
  const all = `${stdin}${users}#user_name`;
  const removed = await run(['term', 'remove', term, '-'], { stdin: all, session: { isTerminal: true } });
  t.equal(removed.stdout, `Removed ${term} from 1 entity and 2 columns.\n`);
  t.strictSame(await readTerms(), before);
});

t.test('link add and remove', async (t) => {
  const url = 'https://wiki.example.com/users';
  const readLabels = async () =>
    ((await read(users, 'institutionalMemory'))?.elements ?? [])
      .filter((one: { url: string }) => one.url === url)
      .map(({ description }: { description: string }) => description);
  const add = ['link', 'add', 'fct_users_created', url];
  await fails(t, add, 2, /--label <text>' not specified/);
  t.strictSame(await json([...add, '--label', 'Runbook']), { urn: users, url, label: 'Runbook' });
  t.equal((await run([...add, '--label', 'Contacts'])).stdout, `${url}\n`);
  await run([...add, '--label', 'Rules']);
  t.strictSame(await readLabels(), ['Runbook', 'Contacts', 'Rules']);
  await fails(t, [...add, '--label', 'Runbook'], 1, /has the link .* with this label already/);
  await fails(t, ['link', 'add', users, 'javascript:alert(1)', '--label', 'x'], 1, /runs no script/);
  await fails(t, ['link', 'add', `${users}#user_id`, url, '--label', 'x'], 2, /^columns do not have links;/);
  await fails(t, ['link', 'add', 'none', url, '--label', 'x'], 1, /^No entity is named "none"/);
  const { env } = reader;
  await fails(t, [...add, '--label', 'x'], 1, /EDIT_ENTITY_DOC_LINKS /, { env });
  const remove = ['link', 'remove', users, url];
  await fails(t, remove, 1, /EDIT_ENTITY_DOC_LINKS /, { env });
  t.strictSame(await json([...remove, '--label', 'Contacts']), { urn: users, url, label: 'Contacts' });
  t.strictSame(await readLabels(), ['Runbook', 'Rules']);
  const removed = await run(remove, { session: { isTerminal: true } });
  t.equal(removed.stdout, `Removed the link ${url} from ${users}.\n`);
  t.strictSame(await readLabels(), []);
});

t.test('deprecate and undeprecate', async (t) => {
  const why = ['--note', 'Use the events', '--replacement', 'user_events', '--at', '2027-01-31'];
  const decommissionTime = Date.UTC(2027, 0, 31);
  t.strictSame(await json(['deprecate', 'fct_users_created', ...why]), {
    ...{ deprecated: true, note: 'Use the events', replacement: events, decommissionTime, entities: 1 },
  });
  t.match(await read(users, 'deprecation'), {
    ...{ deprecated: true, note: 'Use the events', replacement: events, decommissionTime, actor: admin.urn },
  });
  t.strictSame(await json(['deprecate', '-'], both.join('\n')), {
    ...{ deprecated: true, note: null, replacement: null, decommissionTime: null, entities: 2 },
  });
  t.strictSame(await read(users, 'deprecation'), { deprecated: true, note: '', actor: admin.urn });
  for (const at of ['7d', 'today', '2027-02-30', '2027', 'soon'])
    await fails(t, ['deprecate', users, '--at', at], 2, /It is a time such as 2027-01-31/);
  await fails(t, ['deprecate', users, '--replacement', 'none'], 1, /^No entity is named "none"/);
  await fails(t, ['deprecate', users, '--replacement', hive('gone')], 1, /^There is no dataset .*gone/);
  await fails(t, ['deprecate', `${users}#user_id`], 2, /^columns do not have a deprecation; leave out/);
  const { env } = reader;
  await fails(t, ['deprecate', users], 1, /EDIT_DEPRECATION_PRIVILEGE .*Nothing was changed/s, { env });
  await fails(t, ['undeprecate', users], 1, /EDIT_DEPRECATION_PRIVILEGE .*Nothing was changed/s, { env });
  const ended = await run(['undeprecate', users, '-'], { stdin: events, session: { isTerminal: true } });
  t.equal(ended.stdout, 'Ended the deprecation of 2 entities.\n');
  t.match(await read(events, 'deprecation'), { deprecated: false });
});

t.test('the batches stop at a refused request', async (t) => {
  const sets = Array.from({ length: 5 }, (_, index) => hive(`batch${index}`));
  for (const urn of sets) await put(urn, 'status', { removed: false });
  const stdin = [...sets.slice(0, 2), hive('gone'), ...sets.slice(2)].join('\n');
  await fails(t, ['deprecate', '-', '--batch-size', '2'], 1, /^There is no .*line 3 of[\s\S]*\n2 of 6 were/, {
    stdin,
  });
  t.match(await read(sets[1]!, 'deprecation'), { deprecated: true });
  t.equal(await read(sets[2]!, 'deprecation'), null);
});
