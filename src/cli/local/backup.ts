import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { dataDirOption } from './data-dir.js';

export function backupCommand(program: Command, deps: Dependencies): void {
  program
    .command('backup')
    .description('write the embedded database to a file, while the service is stopped')
    .argument('<file>', 'a new file, which only this account can read', pathArgument)
    .addOption(dataDirOption())
    .addHelpText('after', '\nExample:\n  catalog backup catalog.tar.gz --data-dir ./trial')
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const { backUpCatalog } = await import('../../operations/backup.js');
      const bytes = await backUpCatalog(config, file);
      deps.print(
        `${file} contains the database of ${config.DATA_DIR} (${(bytes / 1_000_000).toFixed(1)} MB)`,
      );
    });
}
