import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { type LocalOptions, localCommand } from './data-dir.js';

export function backupCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'backup',
    'write the embedded database to a file, while the service is stopped',
    'Example:\n  catalog backup catalog.tar.gz --data-dir ./trial',
  )
    .argument('<file>', 'a new file, which only this account can read', pathArgument)
    .action(async (file: string, { dataDir }: LocalOptions) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const { backUpCatalog } = await import('../../operations/backup.js');
      const bytes = await backUpCatalog(config, file);
      const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
      deps.print(`${file} contains the database of ${config.DATA_DIR} (${size})`);
    });
}

export function restoreCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'restore',
    'create an embedded database from a backup, while the service is stopped',
    'Example:\n  catalog restore catalog.tar.gz --data-dir ./restored',
  )
    .argument('<file>', 'a file of `catalog backup`', pathArgument)
    .option('--force', 'replace the database of a folder that is not empty')
    .action(async (file: string, { dataDir, force = false }: LocalOptions & { force?: boolean }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const { restoreCatalog } = await import('../../operations/backup.js');
      const last = (await restoreCatalog(config, file, { force })).at(-1) ?? 'nothing';
      deps.print(`${config.DATA_DIR} contains the database of ${file} (migrated to ${last})`);
    });
}
