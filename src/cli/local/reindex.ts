import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { dataDirOption } from './data-dir.js';
import { entityProgress } from './progress.js';

export function reindexCommand(program: Command, deps: Dependencies): void {
  program
    .command('reindex')
    .description('make everything that searches use again from the stored metadata')
    .addOption(dataDirOption())
    .option('--from-start', 'begin again, where the last run was ended before it was done')
    .addHelpText(
      'after',
      '\nIt works on the database itself. On PostgreSQL, services go on, and nothing is missing from their searches ' +
        'meanwhile.\nThe embedded database has one process: stop the service first. A run that was ended goes on with the ' +
        'next one.\nThe exit code is 0 when all is done, and 1 otherwise. `catalog doctor` says whether it is needed.' +
        '\n\nExamples:\n  catalog reindex --data-dir ./trial\n  catalog reindex --from-start',
    )
    .action(async ({ dataDir, fromStart = false }: { dataDir?: string; fromStart?: boolean }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { reindexCatalog } = await import('../../operations/reindex.js');
      const done = await reindexCatalog(config, {
        log,
        fromStart,
        onProgress: entityProgress(deps),
        onNotice: deps.info,
      });
      deps.status?.('');
      deps.print(`${done} entities are found as they are stored`);
    });
}
