import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { type LocalOptions, localCommand } from './data-dir.js';
import { countProgress } from './progress.js';

export function reindexCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'reindex',
    'rebuild the data for searches from the stored metadata',
    'This command works directly on the database. On PostgreSQL, services can continue, and their searches stay ' +
      'complete.\nThe embedded database has one process: stop the service first. The next run continues an ' +
      'interrupted one.\nThe exit code is 0 on success, and 1 otherwise. `catalog doctor` reports whether a reindex is ' +
      'needed.' +
      '\n\nExamples:\n  catalog reindex --data-dir ./trial\n  catalog reindex --from-start',
  )
    .option('--from-start', 'begin again if the last run was interrupted')
    .action(async ({ dataDir, fromStart = false }: LocalOptions & { fromStart?: boolean }) => {
      const config = deps.config({ DATA_DIR: dataDir });
      const log = deps.log(config, 'stderr');
      const { reindexCatalog } = await import('../../operations/reindex.js');
      const done = await reindexCatalog(config, {
        log,
        fromStart,
        onProgress: countProgress(deps, 'entities'),
        onNotice: deps.info,
      });
      deps.status?.('');
      deps.print(`${done} entities are indexed`);
    });
}
