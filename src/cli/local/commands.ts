import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { doctorCommand } from './doctor.js';

/** The commands that work on the database itself. */
export function localCommands(program: Command, deps: Dependencies): void {
  doctorCommand(program, deps);
}
