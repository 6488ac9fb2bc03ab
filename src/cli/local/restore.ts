import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { dataDirOption } from './data-dir.js';

export function restoreCommand(program: Command, deps: Dependencies): void {
  program
    .command('restore')
    .description('create an embedded database from a backup, while the service is stopped')
    .argument('<file>', 'a file of `catalog backup`', pathArgument)
    .addOption(dataDirOption())
    .option('--force', 'replace the database of a folder that is not empty')
    .addHelpText('after', '\nExample:\n  catalog restore catalog.tar.gz --data-dir ./restored')
    .action(async (file: string, { dataDir, force = false }: { dataDir?: string; force?: boolean }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const { restoreCatalog } = await import('../../operations/backup.js');
      const applied = await restoreCatalog(config, file, { force });
      deps.print(
        `${config.DATA_DIR} contains the database of ${file} (migrated to ${applied.at(-1) ?? 'nothing'})`,
      );
    });
}
