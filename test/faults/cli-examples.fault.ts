import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import t from 'tap';
import type { Session } from '../../src/cli/remote/session.js';
import { commandLine } from '../support/command-line.js';
import { fakeCommands } from '../support/fake-commands.js';
import { root } from '../support/root.js';
import { parseExample } from '../support/shell-words.js';

const { run, url, admin, folder, services, db } = await commandLine(t, { sample: true });
const before = process.cwd();
process.chdir(folder);
// Other files run in the same process.
t.teardown(() => process.chdir(before));

async function freshToken() {
  const { text, token } = await services.tokens.issue({
    actorUrn: admin.urn,
    duration: 'ONE_DAY',
    name: 'example',
  });
  return { text, id: token.id };
}

/** Runs a line of an example as a shell would, a token that it ends is its own. */
async function runLine(line: string, session: Partial<Session> = {}) {
  const { args, from, to } = parseExample(line.replace('http://127.0.0.1:8080', url));
  const text = /catalog token rotate/.test(line) ? (await freshToken()).text : admin.token;
  const stdin = from === null ? '' : readFileSync(from, 'utf8');
  const ran = await run(args, { env: { CATALOG_URL: url, CATALOG_TOKEN: text }, stdin, session });
  if (to !== null) {
    const file = to.replace('~', 'home');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ran.stdout);
  }
  return ran;
}

const sample = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';

const deleteAccount = 'catalog service-account delete "Nightly job" --yes';

const granted = [
  'catalog policy grant jane CREATE_TAGS EDIT_ENTITY_TAGS',
  'catalog policy grant group:stewards EDIT_ENTITY_DOCS --on dataset',
  'catalog policy grant jane EDIT_ENTITY --on urn:li:container:datahub_schema',
  'catalog policy export > policies.yaml',
];

/** Brings back what the examples change. What is there already is refused. */
async function prepare(grants = true) {
  // Policies that a removed user leaves behind have the name of the next ones.
  await db.query(`DELETE FROM policies WHERE name LIKE 'Granted to%'`);
  for (const line of [
    'catalog user create jane',
    'catalog user create john',
    'catalog group create stewards',
    'catalog tag create PII --id pii',
    ...(grants ? granted : []),
  ])
    await runLine(line);
  await runLine(deleteAccount);
  await runLine('catalog service-account create "Nightly job"');
  writeFileSync('urns.txt', `${sample}\r\n\r\n${sample}#user_name\r\n`);
  writeFileSync('entities.txt', `${sample}\r\nurn:li:container:datahub_schema\r\n`);
  writeFileSync('description.md', '# Users\n');
  const { text, id } = await freshToken();
  writeFileSync('leaked.txt', text);
  writeFileSync('query.graphql', 'query ($urn: String!) { entity(urn: $urn) { type } }');
  writeFileSync('variables.json', '{ "urn": "urn:li:tag:Legacy" }');
  mkdirSync('data', { recursive: true });
  writeFileSync('data/bootstrap-token', text);
  return id;
}

const readHelp = (command: Command): string => {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
};
const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
const readPath = (command: Command): string =>
  command.parent ? `${readPath(command.parent)} ${command.name()}` : command.name();
/** The others are of other test files. */
const remote =
  'login logout status whoami search show lineage open api user group service-account policy token tag describe owner domain term link deprecate undeprecate columns indices audit completion'.split(
    ' ',
  );
const exampleLines = (text: string): string[] => {
  const [, block = ''] = /^Examples:\n((?: {2}.*\n)+)/m.exec(text) ?? [];
  return block.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
};

t.test('every example of every help runs', async (t) => {
  const program = fakeCommands().program();
  const commands = program.commands.filter((one) => remote.includes(one.name())).flatMap(leaves);
  t.ok(commands.length >= 42, `${commands.length} commands`);
  for (const command of commands) {
    const lines = exampleLines(readHelp(command));
    t.ok(lines.length > 0, `${readPath(command)} has examples`);
    for (const line of lines) {
      t.ok(line.startsWith(readPath(command)), line);
      // What an example creates is not there yet.
      const id = await prepare(line.includes(' policy '));
      if (/^catalog user create/.test(line)) await runLine('catalog user remove jane --yes');
      if (/^catalog service-account create/.test(line)) await runLine(deleteAccount);
      if (/^catalog group create/.test(line)) await runLine('catalog group remove stewards --yes');
      if (/^catalog tag (create|restore)/.test(line)) await runLine('catalog tag delete pii --yes');
      if (/^catalog token take-over/.test(line))
        await db.query(`UPDATE access_tokens SET owner_urn = 'urn:li:corpuser:jane' WHERE id = '${id}'`);
      const session = /(remove|delete) (\w+|"[\w ]+")$/.test(line) ? { ask: async () => 'y' } : {};
      const ran = await runLine(line.replace('0DxTzFqGmXlWtZmTS', id), session);
      t.equal(ran.exitCode, 0, `${line}\n${ran.stderr}`);
      if (line.includes('--json')) t.ok(JSON.parse(ran.stdout), 'JSON');
    }
  }
});

t.test('pages show what the commands print', async (t) => {
  const made = [
    'catalog user remove jane --yes',
    'catalog user remove john --yes',
    deleteAccount,
    'catalog group remove stewards --yes',
    'catalog tag delete pii --yes',
  ];
  for (const page of ['README.md', 'docs/cli.md', 'docs/stewardship.md']) {
    const text = readFileSync(new URL(page, root), 'utf8');
    const blocks = [...text.matchAll(/^```sh\n(catalog .*?)^```\n(?:```text\n(.*?)^```\n)?/gms)];
    t.ok(blocks.length > 0, page);
    await prepare();
    for (const line of made) t.equal((await runLine(line)).exitCode, 0, line);
    for (const [, code = '', shown] of blocks) {
      let printed = '';
      for (const line of code.trim().split('\n')) {
        const ran = await runLine(line, { isTerminal: true });
        t.equal(ran.exitCode, 0, `${page}: ${line}\n${ran.stderr}`);
        printed += ran.stdout;
      }
      if (shown !== undefined) t.match(printed.replaceAll(/ +$/gm, ''), toPattern(shown), code);
    }
  }
});

/** Returns a pattern in which `…` stands for any text of a line. */
const toPattern = (shown: string) =>
  new RegExp(`^${shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')}$`);
