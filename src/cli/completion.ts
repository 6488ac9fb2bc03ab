import { Argument, type Command, type Option } from 'commander';
import type { Dependencies } from './dependencies.js';

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
    .action((shell: keyof typeof scripts) => deps.print(scripts[shell]));

  program
    .command('__complete', { hidden: true })
    .description('print what the last word can become, for the scripts of completion')
    .argument('[words...]')
    .action((words: string[]) => {
      const last = words.at(-1) ?? '';
      for (const [text, description] of listCandidates(program, words.slice(0, -1)))
        if (text.startsWith(last)) deps.print(`${text}\t${description}`);
    });
}

type Candidate = readonly [text: string, description: string];

/** Returns the words that can follow some words of a command line; none if only a text or a file can. */
function listCandidates(program: Command, words: readonly string[]): Candidate[] {
  let command = program;
  let option: Option | undefined;
  for (const word of words) {
    if (option?.required) option = undefined;
    else if (word.startsWith('-'))
      option = command.options.find(({ long, short }) => word === long || word === short);
    else {
      option = undefined;
      command = command.commands.find((one) => listNames(one).includes(word)) ?? command;
    }
  }
  const toCandidates = (texts: readonly string[] = [], description: string) =>
    texts.map((text): Candidate => [text, description]);
  if (option?.required) return toCandidates(option.argChoices, option.description);
  const help = command.createHelp();
  return [
    ...help.visibleCommands(command).flatMap((one) => toCandidates(listNames(one), one.description())),
    ...command.registeredArguments.flatMap((one) => toCandidates(one.argChoices, one.description)),
    ...help.visibleOptions(command).flatMap((one) => toCandidates([one.long ?? one.short!], one.description)),
  ];
}

const listNames = (command: Command) => [command.name(), ...command.aliases()];

// Where nothing can follow but a text, the shells complete files.
const scripts = {
  bash: `# Completion of the catalog command for bash.
_catalog() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _catalog catalog`,

  zsh: `#compdef catalog
# Completion of the catalog command for zsh.
_catalog() {
  local -a found
  found=(\${(f)"$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | cut -f 1)"})
  compadd -- $found || _files
}
if [ "\${funcstack[1]}" = _catalog ]; then _catalog "$@"; else compdef _catalog catalog; fi`,

  fish: `# Completion of the catalog command for fish.
function __catalog
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($before[1] __complete -- $before[2..] "$current" 2>/dev/null)
    if set -q found[1]
        printf '%s\\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c catalog -f -a '(__catalog)'`,
};
