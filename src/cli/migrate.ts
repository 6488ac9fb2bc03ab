import type { Command } from 'commander';
import type { Dependencies } from './dependencies.js';
import { warnOfUnknownSettings } from './warnings.js';

export function migrateCommand(program: Command, deps: Dependencies): void {
  program
    .command('migrate')
    .description('bring the database up to date; serve does so too')
    .action(async () => {
      const config = deps.config();
      const log = deps.log(config, 'stderr');
      warnOfUnknownSettings(deps, log);
      const { applied } = await deps.migrateCatalog(config, { log });
      for (const name of applied) deps.print(`applied ${name}`);
      if (applied.length === 0) deps.print('nothing to apply: the database is up to date');
    });
}
