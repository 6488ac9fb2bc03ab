import type { Command } from 'commander';
import { completionCommand } from './completion.js';
import type { Dependencies } from './dependencies.js';
import { ingestCommand } from './ingest.js';
import { localCommands } from './local/commands.js';
import { migrateCommand } from './migrate.js';
import { remoteCommands } from './remote/commands.js';
import { seedCommand } from './seed.js';
import { serveProgram } from './serve-program.js';

/** Builds the `catalog` command line. It throws a CommanderError instead of ending the process. */
export function catalogProgram(deps: Dependencies): Command {
  const program = serveProgram(deps);
  migrateCommand(program, deps);
  seedCommand(program, deps);
  ingestCommand(program, deps);
  localCommands(program, deps);
  remoteCommands(program, deps);
  completionCommand(program, deps);
  return program;
}
