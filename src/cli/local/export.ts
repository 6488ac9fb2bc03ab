import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { dataDirOption, given } from './data-dir.js';
import { describeRows, rowProgress } from './progress.js';

export function exportCommand(program: Command, deps: Dependencies): void {
  program
    .command('export')
    .description(
      'write all tables to a file that `catalog import` reads, from PostgreSQL or the embedded database',
    )
    .argument('<file>', 'a new file, which only this account may read', given)
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      '\nIt reads the database itself, and has the hashes of access tokens. PostgreSQL can be in use meanwhile.' +
        '\n\nExample:\n  catalog export catalog.export.gz --data-dir ./trial',
    )
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { exportCatalog } = await import('../../operations/transfer/export.js');
      const onProgress = rowProgress(deps);
      const counts = await exportCatalog(config, file, { log, version: deps.version, onProgress });
      deps.status?.('');
      deps.print(`${file} has ${describeRows(counts)}`);
    });
}
