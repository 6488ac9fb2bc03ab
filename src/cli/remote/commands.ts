import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { tokenCreateCommand } from '../token-create.js';
import { loginCommands } from './login.js';
import { statusCommands } from './status.js';
import { tokenListCommand } from './token-list.js';

/** Adds the commands that call a running catalog. */
export function remoteCommands(program: Command, deps: Dependencies): void {
  loginCommands(program, deps);
  statusCommands(program, deps);
  const token = program.command('token').description('access tokens');
  tokenListCommand(token, deps);
  tokenCreateCommand(token, deps);
}
