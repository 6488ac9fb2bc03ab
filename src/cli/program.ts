import { Command } from 'commander';
import { completionCommand } from './completion.js';
import type { Dependencies } from './dependencies.js';
import { ingestCommand } from './ingest.js';
import { localCommands } from './local/commands.js';
import { migrateCommand } from './migrate.js';
import { remoteCommands } from './remote/commands.js';
import { seedCommand } from './seed.js';
import { serveCommand } from './serve.js';

/** Builds the `catalog` command line. It throws a CommanderError instead of ending the process. */
export function catalogProgram(deps: Dependencies): Command {
  const program = new Command('catalog')
    .description(
      'A metadata catalog: the metadata and tags of data assets, and access tokens, in DataHub’s wire format.',
    )
    .version(deps.version)
    .showHelpAfterError('(--help shows what there is)')
    .addHelpText(
      'after',
      '\nSettings are environment variables, also read from .env; .env.example lists them.',
    )
    .exitOverride();

  serveCommand(program, deps);
  migrateCommand(program, deps);
  seedCommand(program, deps);
  ingestCommand(program, deps);
  localCommands(program, deps);
  remoteCommands(program, deps);
  completionCommand(program, deps);
  return program;
}
