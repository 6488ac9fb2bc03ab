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
    .option('--with-secrets', 'include passwords and other secrets, such as dataHubSecretValue')
    .addHelpText(
      'after',
      '\nThis command reads the database directly. The file contains the hashes of access tokens. PostgreSQL can be in use.' +
        '\nUse --with-secrets to move all data to another database: `catalog import` then restores the secrets too.' +
        '\n\nExample:\n  catalog export catalog.export.gz --data-dir ./trial --with-secrets',
    )
    .action(async (file: string, { dataDir, withSecrets = false }: Options) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { exportCatalog } = await import('../../operations/transfer/export.js');
      const onProgress = rowProgress(deps);
      const { version } = deps;
      const options = { log, version, withSecrets, onProgress };
      const { counts, secretsLeftOut } = await exportCatalog(config, file, options);
      deps.status?.('');
      deps.print(`${file} contains ${describeRows(counts)}`);
      if (secretsLeftOut > 0)
        deps.info(`${secretsLeftOut} aspects with secrets were left out: --with-secrets includes them`);
    });
}

interface Options {
  readonly dataDir?: string;
  readonly withSecrets?: boolean;
}
