import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { pathArgument } from '../path.js';
import { type LocalOptions, localCommand } from './data-dir.js';
import { describeRows, rowProgress } from './progress.js';

export function exportCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'export',
    'write all tables of PostgreSQL or the embedded database to a file for `catalog import`',
    'This command reads the database directly. The file contains the hashes of access tokens. PostgreSQL can be in use.' +
      '\nUse --with-secrets to move all data to another database: `catalog import` then restores the secrets too.' +
      '\n\nExample:\n  catalog export catalog.export.gz --data-dir ./trial --with-secrets',
  )
    .argument('<file>', 'a new file, which only this account can read', pathArgument)
    .option('--with-secrets', 'include passwords and other secrets, such as dataHubSecretValue')
    .action(
      async (file: string, { dataDir, withSecrets = false }: LocalOptions & { withSecrets?: boolean }) => {
        const config = deps.config({ DATA_DIR: dataDir });
        const { exportCatalog } = await import('../../operations/transfer/export.js');
        const { counts, secretsLeftOut } = await exportCatalog(config, file, {
          ...{ log: deps.log(config, 'stderr'), version: deps.version, withSecrets },
          onProgress: rowProgress(deps),
        });
        deps.status?.('');
        deps.print(`${file} contains ${describeRows(counts)}`);
        if (secretsLeftOut > 0)
          deps.info(`${secretsLeftOut} aspects with secrets were left out: --with-secrets includes them`);
      },
    );
}

export function importCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'import',
    'fill an empty database from an export: PostgreSQL, or the embedded database',
    'This command first migrates the database. The file is imported as a whole or not at all.' +
      '\n\nExample:\n  DATABASE_URL=postgresql://user:password@host/catalog catalog import catalog.export.gz',
  )
    .argument('<file>', 'a file of `catalog export`', pathArgument)
    .action(async (file: string, { dataDir }: LocalOptions) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const { importCatalog } = await import('../../operations/transfer/import.js');
      const { counts, secretsLeftOut } = await importCatalog(config, file, {
        log: deps.log(config, 'stderr'),
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
