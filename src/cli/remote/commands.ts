import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { tokenCreateCommand } from '../token-create.js';
import { auditCommand } from './audit.js';
import { groupCommands } from './group.js';
import { indicesCommands } from './indices.js';
import { loginCommands } from './login.js';
import { policyCommands } from './policy.js';
import { statusCommands } from './status.js';
import { tagCommands } from './tag.js';
import { tokenCommands } from './token.js';
import { tokenListCommand } from './token-list.js';
import { tokenTakeOverCommand } from './token-take-over.js';
import { userCommands } from './user.js';

/** Adds the commands that call a running catalog. */
export function remoteCommands(program: Command, deps: Dependencies): void {
  loginCommands(program, deps);
  statusCommands(program, deps);
  userCommands(program, deps);
  groupCommands(program, deps);
  policyCommands(program, deps);
  const token = program.command('token').description('access tokens');
  tokenListCommand(token, deps);
  tokenCreateCommand(token, deps);
  tokenCommands(token, deps);
  tokenTakeOverCommand(token, deps);
  tagCommands(program, deps);
  indicesCommands(program, deps);
  auditCommand(program, deps);
}
