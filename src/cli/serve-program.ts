import { Command } from 'commander';
import type { Dependencies } from './dependencies.js';
import { serveCommand } from './serve.js';
import { describeVersion } from './version.js';

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
    .configureOutput({ writeErr: (text) => deps.info(text.replace(/\n$/, '')) })
    .exitOverride();

  serveCommand(program, deps);
  return program;
}
