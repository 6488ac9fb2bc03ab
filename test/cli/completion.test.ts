import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fakeCommands } from '../support/fake-commands.js';

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
    const out = execFileSync('bash', ['-uc', `source ${file}\n${program}`], { encoding: 'utf8' });
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

t.test('every shell gets every command', async (t) => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const text = await script(shell);
    for (const word of ['serve', 'login', 'truncate', 'add-member', 'overlap', 'ONE_WEEK'])
      t.match(text, word, shell);
  }
  const { run } = fakeCommands();
  await t.rejects(run('completion', 'tcsh'), { name: 'CommanderError' });
});
