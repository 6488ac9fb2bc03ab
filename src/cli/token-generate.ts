import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { newTokenText } from '../access-tokens/token-format.js';
import type { Dependencies } from './dependencies.js';

/** Calls no catalog and opens no database: the text is a token only once a first start has read it. */
export function tokenGenerateCommand(token: Command, deps: Dependencies): void {
  token
    .command('generate')
    .description('print a new text for BOOTSTRAP_TOKEN_INPUT_FILE, the first token of an empty database')
    .addHelpText('after', '\nExamples:\n  catalog token generate > first.token')
    .action(() => deps.print(newTokenText(randomBytes(12), randomBytes(20)).text));
}
