import { Command } from 'commander';
import type { Dependencies } from './dependencies.js';
import { serveCommand } from './serve.js';

/**
 * Builds the command line with `serve` alone, which is all that a service loads. It throws a CommanderError instead of
 * ending the process.
 */
export function serveProgram(deps: Dependencies): Command {
  const program = new Command('catalog')
    .description(
      'A metadata catalog: the metadata and tags of data assets, and access tokens, in DataHub’s wire format.',
    )
    .version(describeVersion(deps))
    .showHelpAfterError('(--help lists the commands)')
    .addHelpText(
      'after',
      '\nSettings are environment variables, also read from .env; .env.example lists them.',
    )
    .configureOutput({
      writeErr: (text) => deps.info(text.replace(/\n$/, '')),
      outputError: (text, write) =>
        write(text.startsWith('error: unknown option') ? `${text}${dashHint}\n` : text),
    })
    .exitOverride();

  serveCommand(program, deps);
  return program;
}

const dashHint = '(-- before an argument that begins with - says that it is none)';

/** Returns the version with the commit that it was built from, such as `0.2.0 (1e9662f7)`. */
const describeVersion = ({ version, commit }: Pick<Dependencies, 'version' | 'commit'>): string =>
  commit === null ? version : `${version} (${commit})`;
