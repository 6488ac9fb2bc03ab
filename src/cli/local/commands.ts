import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { backupCommand, restoreCommand } from './backup.js';
import { doctorCommand } from './doctor.js';
import { reindexCommand } from './reindex.js';
import { exportCommand, importCommand } from './transfer.js';

/** The commands that work on the database itself. */
export function localCommands(program: Command, deps: Dependencies): void {
  doctorCommand(program, deps);
  backupCommand(program, deps);
  exportCommand(program, deps);
  importCommand(program, deps);
  restoreCommand(program, deps);
  reindexCommand(program, deps);
}
