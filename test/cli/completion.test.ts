import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import t from 'tap';
import { fakeCommands } from '../support/fake-commands.js';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));
const has = (shell: string) => !spawnSync(shell, ['--version']).error;

async function script(shell: string) {
  const { run, printed } = fakeCommands();
  await run('completion', shell);
  return `${printed.join('\n')}\n`;
}

t.test(
  'bash completes commands, options and their values',
  { skip: !has('bash') && 'no bash' },
  async (t) => {
    const file = join(t.testdir(), 'catalog');
    writeFileSync(file, await script('bash'));
    const lines: [string[], RegExp | string][] = [
      [[''], /\blogin\b.*\bserve\b.*\buser\b|\bserve\b.*\blogin\b.*\buser\b/],
      [['us'], 'user'],
      [['user', 's'], 'show suspend'],
      [['user', 'show', '--j'], '--json'],
      [['lineage', 'orders', '--u'], '--url --up --urns'],
      [['token', 'create', '--duration', 'ONE_H'], 'ONE_HOUR'],
      [['token', 'create', '--duration', 'ONE_HOUR', '--na'], '--name'],
      [['token', 'create', '--name', 'user', '--loc'], '--local'],
      [['completion', 'f'], 'fish'],
      [['nope', 'log'], 'login logout'],
    ];
    const program = lines
      .map(([words]) => {
        const list = ['catalog', ...words].map((word) => `'${word}'`).join(' ');
        return `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _catalog; echo "\${COMPREPLY[*]}"`;
      })
      .join('\n');
    const catalog = `catalog() { '${process.execPath}' '${main}' "$@"; }`;
    const out = execFileSync('bash', ['-uc', `${catalog}\nsource ${file}\n${program}`], { encoding: 'utf8' });
    for (const [index, line] of out.trim().split('\n').entries()) {
      const [words, expected] = lines[index]!;
      if (typeof expected === 'string') t.equal(line, expected, words.join(' '));
      else t.match(line, expected, words.join(' '));
    }
  },
);

for (const shell of ['zsh', 'fish'] as const) {
  t.test(`${shell} can read its script`, { skip: !has(shell) && `no ${shell}` }, async (t) => {
    const file = join(t.testdir(), 'script');
    writeFileSync(file, await script(shell));
    execFileSync(shell, ['-n', file]);
  });
}

async function listWords(...line: string[]) {
  const { run, printed } = fakeCommands();
  await run('__complete', '--', ...line);
  return printed.map((text) => text.split('\t')[0]);
}

t.test('every command and option is offered at its place', async (t) => {
  const visit = async (command: Command, path: readonly string[]) => {
    const help = command.createHelp();
    const expected = [
      ...help.visibleCommands(command).map((one) => one.name()),
      ...help.visibleOptions(command).map(({ long, short }) => long ?? short!),
    ];
    const offered = await listWords(...path, '');
    t.strictSame(
      expected.filter((word) => !offered.includes(word)),
      [],
      path.join(' '),
    );
    for (const one of help.visibleCommands(command))
      if (one.name() !== 'help') await visit(one, [...path, one.name()]);
  };
  const program = fakeCommands().program();
  await visit(program, []);
  t.notOk((await listWords('')).includes('__complete'));
  t.notMatch(program.helpInformation(), '__complete');
});

t.test('what the words before decide', async (t) => {
  const lines: [string[], string[]][] = [
    [['token', 'create', '--duration', 'ONE_W'], ['ONE_WEEK']],
    [['token', 'create', '--name', 'rotate', '--loc'], ['--local']],
    [['token', 'create', '--name', '--duration', '--loc'], ['--local']],
    [['user', 'show', '--token-file', ''], []],
    [['tag', 'color', '--j'], ['--json']],
    [['nope', 'logi'], ['login']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', '--help'],
    ],
  ];
  for (const [line, words] of lines) t.strictSame(await listWords(...line), words, line.join(' '));
  const { run, printed } = fakeCommands();
  await run('__complete', '--', 'user', 'sus');
  t.strictSame(printed, ['suspend\tsuspend a user: refuse all calls from now on']);
  await t.rejects(run('completion', 'tcsh'), { name: 'CommanderError' });
});
