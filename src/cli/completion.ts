import { Argument, type Command } from 'commander';
import type { Dependencies } from './dependencies.js';

/** The words that can follow some words of a command line. */
interface Place {
  /** The names of the commands so far, such as `token create`. */
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly description: string;
  /** Values of an option; null when there is no list of them; undefined for an option without a value. */
  readonly values?: readonly string[] | null;
}

export function completionCommand(program: Command, deps: Dependencies): void {
  program
    .command('completion')
    .description('print a completion script for this command line')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      `
Examples:
  catalog completion bash > ~/.local/share/bash-completion/completions/catalog
  catalog completion zsh > ~/.zfunc/_catalog
  catalog completion fish > ~/.config/fish/completions/catalog.fish
`,
    )
    .action((shell: keyof typeof scripts) => deps.print(scripts[shell](listPlaces(program))));
}

function listPlaces(command: Command, path: readonly string[] = []): Place[] {
  const help = command.createHelp();
  const commands = help.visibleCommands(command);
  const words: Word[] = [
    ...commands.flatMap((one) =>
      [one.name(), ...one.aliases()].map((text) => ({ text, description: one.description() })),
    ),
    ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
      argChoices.map((text) => ({ text, description })),
    ),
    ...help.visibleOptions(command).map(({ long, short, description, argChoices, required, optional }) => ({
      text: long ?? short!,
      description,
      ...(required || optional ? { values: argChoices ?? null } : {}),
    })),
  ];
  const below = commands
    .filter((one) => one.name() !== 'help')
    .flatMap((one) => [one.name(), ...one.aliases()].flatMap((name) => listPlaces(one, [...path, name])));
  return [{ path: path.join(' '), words }, ...below];
}

/** A function of bash and zsh that prints the words for a place, or the values of an option there. */
const wordsFunction = (places: readonly Place[]): string => {
  const line = (path: string, texts: readonly string[]) =>
    `    '${path}') printf '%s\\n' ${texts.join(' ')} ;;`;
  const lines = places.flatMap(({ path, words }) => [
    line(
      path,
      words.map(({ text }) => text),
    ),
    ...words.flatMap(({ text, values }) => (values ? [line(`${path} ${text}`.trim(), values)] : [])),
  ]);
  return `_catalog_words() {\n  case "$1" in\n${lines.join('\n')}\n  esac\n}`;
};

/** Finds the place of the words before the cursor, in bash and zsh. */
const findPlace = `  for word in "\${before[@]}"; do
    case "$word" in
      -*) option="\${place:+$place }$word" ;;
      *)
        next="\${place:+$place }$word"
        option=
        if [ -n "$(_catalog_words "$next")" ]; then place=$next; fi
        ;;
    esac
  done
  found=
  if [ -n "$option" ]; then found=$(_catalog_words "$option"); fi
  if [ -z "$found" ]; then found=$(_catalog_words "$place"); fi`;

const bash = (places: readonly Place[]) => `# Completion of the catalog command for bash.
${wordsFunction(places)}
_catalog() {
  local place= option= next word found
  local -a before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
${findPlace}
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _catalog catalog`;

const zsh = (places: readonly Place[]) => `#compdef catalog
# Completion of the catalog command for zsh.
${wordsFunction(places)}
_catalog() {
  local place= option= next word found
  local -a before
  before=("\${(@)words[2,CURRENT-1]}")
${findPlace}
  compadd -- \${(f)found} || _files
}
if [ "\${funcstack[1]}" = _catalog ]; then _catalog "$@"; else compdef _catalog catalog; fi`;

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const fish = (places: readonly Place[]) => {
  const paths = places.map(({ path }) => quoted(path)).join(' ');
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ text, description, values }) => {
      const word = text.startsWith('--') ? `-l ${text.slice(2)}` : `-f -a ${text}`;
      const value =
        values === undefined ? '' : values === null ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
      return `complete -c catalog -n ${quoted(`__catalog_at ${quoted(path)}`)} ${word}${value} -d ${quoted(description)}`;
    }),
  );
  return `# Completion of the catalog command for fish.
set -g __catalog_paths ${paths}
function __catalog_at
    set -l place ''
    set -l before (commandline -opc)
    set -e before[1]
    for word in $before
        set -l next (string trim -- "$place $word")
        contains -- "$next" $__catalog_paths; and set place "$next"
    end
    test "$place" = "$argv[1]"
end
${lines.join('\n')}`;
};

const scripts = { bash, zsh, fish };
