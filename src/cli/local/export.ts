import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { dataDirOption } from './data-dir.js';
import { describeRows, rowProgress } from './progress.js';

export function exportCommand(program: Command, deps: Dependencies): void {
  program
    .command('export')
    .description('write all tables of PostgreSQL or the embedded database to a file for `catalog import`')
    .argument('<file>', 'a new file, which only this account can read', pathArgument)
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      '\nThis command reads the database directly. The file contains the hashes of access tokens. PostgreSQL can be in use.' +
        '\n\nExample:\n  catalog export catalog.export.gz --data-dir ./trial',
    )
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { exportCatalog } = await import('../../operations/transfer/export.js');
      const onProgress = rowProgress(deps);
      const counts = await exportCatalog(config, file, { log, version: deps.version, onProgress });
      deps.status?.('');
      deps.print(`${file} contains ${describeRows(counts)}`);
    });
}
