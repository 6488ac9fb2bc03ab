import type { Command } from 'commander';
import type { Dependencies } from './dependencies.js';
import { withCatalog } from './with-catalog.js';

export function seedCommand(program: Command, deps: Dependencies): void {
  program
    .command('seed')
    .description('fill the catalog with sample data')
    .action(() => withCatalog(deps, async (catalog) => deps.info(await catalog.seedSample())));
}
