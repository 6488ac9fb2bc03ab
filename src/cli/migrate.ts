import { type Command, Option } from 'commander';
import type { Dependencies } from './dependencies.js';
import { warnOfIgnoredSettings } from './warnings.js';

interface Options {
  resolveApplied?: string;
  resolveRolledBack?: string;
}

export function migrateCommand(program: Command, deps: Dependencies): void {
  program
    .command('migrate')
    .description('apply missing migrations; serve does this too')
    .addOption(
      new Option(
        '--resolve-applied <migration>',
        'only record that a migration, which another tool left unfinished, is applied',
      ).conflicts('resolveRolledBack'),
    )
    .option(
      '--resolve-rolled-back <migration>',
      'only record that such a migration is rolled back, so that it begins again',
    )
    .action(({ resolveApplied, resolveRolledBack }: Options) => {
      if (resolveApplied) return resolve(resolveApplied, 'applied');
      if (resolveRolledBack) return resolve(resolveRolledBack, 'rolled back');
      return migrate();
    });

  async function migrate() {
    const config = deps.config();
    const log = deps.log(config, 'stderr');
    warnOfIgnoredSettings(deps, log);
    const { applied } = await deps.migrateCatalog(config, { log });
    for (const name of applied) deps.print(`applied ${name}`);
    if (applied.length === 0) deps.print('nothing to apply: the database is up to date');
  }

  async function resolve(name: string, outcome: 'applied' | 'rolled back') {
    const config = deps.config();
    const resolution = { name, outcome };
    await deps.resolveCatalogMigration(config, { log: deps.log(config, 'stderr'), resolution });
    deps.print(`${name} is recorded as ${outcome}`);
  }
}
