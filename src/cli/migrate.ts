import type { Command } from 'commander';
import type { Dependencies } from './dependencies.js';

export function migrateCommand(program: Command, deps: Dependencies): void {
  program
    .command('migrate')
    .description('bring the database up to date; serve does so too')
    .action(async () => {
      const config = deps.config();
      const { applied } = await deps.migrateCatalog(config, { log: deps.log(config, 'stderr') });
      for (const name of applied) deps.print(`applied ${name}`);
      if (applied.length === 0) deps.print('nothing to apply: the database is up to date');
    });
}
