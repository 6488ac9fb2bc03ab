import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { dataDirOption } from './data-dir.js';
import { describeRows, rowProgress } from './progress.js';

export function importCommand(program: Command, deps: Dependencies): void {
  program
    .command('import')
    .description('fill an empty database from an export: PostgreSQL, or the embedded database')
    .argument('<file>', 'a file of `catalog export`', pathArgument)
    .addOption(dataDirOption())
    .addHelpText(
      'after',
      '\nThis command first migrates the database. The file is imported as a whole or not at all.' +
        '\n\nExample:\n  DATABASE_URL=postgresql://user:password@host/catalog catalog import catalog.export.gz',
    )
    .action(async (file: string, { dataDir }: { dataDir?: string }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { importCatalog } = await import('../../operations/transfer/import.js');
      const { counts, secretsLeftOut } = await importCatalog(config, file, {
        log,
        onProgress: rowProgress(deps),
      });
      deps.status?.('');
      deps.print(`the database contains ${describeRows(counts)}`);
      if (secretsLeftOut > 0)
        deps.info(
          `${secretsLeftOut} aspects with secrets are missing: the file was written without --with-secrets`,
        );
    });
}
