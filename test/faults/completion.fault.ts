import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { guarantee } from './guarantee.js';
import { main } from './support/service.js';

// The real shells, with the scripts of the `catalog` binary. test/cli/completion.test.ts has bash.

const skip = (shell: string) => !!spawnSync(shell, ['--version']).error && `there is no ${shell} here`;
const script = (shell: string) =>
  execFileSync(process.execPath, [main, 'completion', shell], { encoding: 'utf8' });

/** What stands on the command line, and what it becomes. */
const completed: [typed: string, line: string][] = [
  ['catalog us', 'catalog user'],
  ['catalog user sh', 'catalog user show'],
  ['catalog user show --j', 'catalog user show --json'],
  ['catalog token create --duration ONE_H', 'catalog token create --duration ONE_HOUR'],
  ['catalog token create --duration ONE_HOUR --na', 'catalog token create --duration ONE_HOUR --name'],
  ['catalog token create --name user --loc', 'catalog token create --name user --local'],
  ['catalog completion f', 'catalog completion fish'],
  ['catalog nope logi', 'catalog nope login'],
  ['catalog ingest prop', 'catalog ingest proposals.json'],
  ['catalog user show --token-file prop', 'catalog user show --token-file proposals.json'],
];

/** Returns a folder with the script of a shell, the `catalog` that it calls, and a file to complete. */
function folderWith(t: Test, name: string, shell: string): string {
  const catalog = `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`;
  const folder = t.testdir({ [name]: script(shell), bin: { catalog }, 'proposals.json': '[]' });
  chmodSync(join(folder, 'bin', 'catalog'), 0o755);
  return folder;
}

const run = (cwd: string, shell: string, args: string[]) =>
  execFileSync(shell, args, {
    cwd,
    env: { PATH: `${join(cwd, 'bin')}:${process.env.PATH}`, TERM: 'dumb' },
    encoding: 'utf8',
    timeout: 60_000,
  });

t.test('zsh completes the command line, from its path and sourced', { skip: skip('zsh') }, async (t) => {
  const folder = folderWith(t, '_catalog', 'zsh');
  // An interactive zsh in a terminal of its own: Tab completes, and Ctrl-X shows the line.
  const driver = `
    zmodload zsh/zpty
    zpty shell "zsh -f -i"
    zpty -w shell 'PROMPT=; setopt no_beep; show() { print -r -- "LINE[$BUFFER]"; BUFFER= }; zle -N show; bindkey "^X" show'
    zpty -w shell 'fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D'
    zpty -w shell "$1"'; print READY''END'
    zpty -r shell out '*READYEND*'
    shift
    for text in "$@"; do
      zpty -n -w shell "$text"$'\\t\\C-x'
      zpty -r shell out '*LINE\\[*\\]*'
      print -r -- "\${\${out##*LINE\\[}%%\\]*}"
    done
    zpty -d shell`;
  for (const setup of [':', `unfunction _catalog; source ${folder}/_catalog`]) {
    const out = run(folder, 'zsh', ['-fc', driver, 'zsh', setup, ...completed.map(([typed]) => typed)]);
    t.strictSame(
      out.split('\n').flatMap((line) => line.trimEnd() || []),
      completed.map(([, line]) => line),
      setup,
    );
  }
  guarantee(t, 'zsh completes the catalog command', { lines: completed.length });
});

t.test('fish completes the command line', { skip: skip('fish') }, async (t) => {
  const folder = folderWith(t, 'catalog.fish', 'fish');
  const program = `source catalog.fish; for line in $argv; complete -C "$line"; echo END; end`;
  const typed = [...completed.map(([one]) => one), 'catalog user s', 'catalog user sus'];
  const answers = run(folder, 'fish', ['--no-config', '-c', program, ...typed]).split('END\n');
  const offered = answers.slice(0, -1).map((answer) => answer.trim().split('\n'));
  const words = offered.map((lines) => lines.map((line) => line.split('\t')[0]));
  t.strictSame(words, [
    ...completed.map(([, line]) => [line.split(' ').at(-1)]),
    ['show', 'suspend'],
    ['suspend'],
  ]);
  t.match(offered.at(-1), ['suspend\tsuspend a user: refuse all calls from now on'], 'with what a word does');
  guarantee(t, 'fish completes the catalog command', { lines: completed.length });
});
