import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { tokenCreateCommand } from '../token-create.js';
import { tokenGenerateCommand } from '../token-generate.js';
import { apiCommand } from './api.js';
import { auditCommand } from './audit.js';
import { columnsCommands } from './columns-move.js';
import { describeCommand } from './describe.js';
import { groupCommands } from './group.js';
import { historyCommands } from './history.js';
import { indicesCommands } from './indices.js';
import { loginCommands } from './login.js';
import { openCommand } from './open.js';
import { policyCommands } from './policy.js';
import { searchCommand } from './search.js';
import { serviceAccountCommands } from './service-account.js';
import { showCommand } from './show.js';
import { statusCommands } from './status.js';
import { tagCommands } from './tag.js';
import { tokenCommands } from './token.js';
import { tokenListCommand } from './token-list.js';
import { userCommands } from './user.js';
import { webhookCommands } from './webhook.js';

/** Adds the commands that call a running catalog. */
export function remoteCommands(program: Command, deps: Dependencies): void {
  loginCommands(program, deps);
  statusCommands(program, deps);
  searchCommand(program, deps);
  showCommand(program, deps);
  openCommand(program, deps);
  userCommands(program, deps);
  groupCommands(program, deps);
  serviceAccountCommands(program, deps);
  policyCommands(program, deps);
  const token = program.command('token').description('access tokens');
  tokenListCommand(token, deps);
  tokenCreateCommand(token, deps);
  tokenGenerateCommand(token, deps);
  tokenCommands(token, deps);
  tagCommands(program, deps);
  describeCommand(program, deps);
  columnsCommands(program, deps);
  indicesCommands(program, deps);
  historyCommands(program, deps);
  webhookCommands(program, deps);
  auditCommand(program, deps);
  apiCommand(program, deps);
}
