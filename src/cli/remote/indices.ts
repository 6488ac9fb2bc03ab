import { type Command, Option } from 'commander';
import { graphql, type VariablesOf } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { confirm } from './command.js';
import { Refused } from './failure.js';
import { type Columns, formatTime } from './output.js';
import { addTo } from './remote-command.js';
import { untilOption } from './time.js';

interface IndexSize {
  readonly indexName: string;
  readonly entityName: string;
  readonly aspectName: string;
  readonly sizeInMb: number;
}

interface TruncateOptions {
  readonly until: number;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const columns: Columns<IndexSize> = {
  index: ({ indexName }) => indexName,
  entity: ({ entityName }) => entityName,
  aspect: ({ aspectName }) => aspectName,
  MB: ({ sizeInMb }) => Math.round(sizeInMb * 1_000) / 1_000,
};

const pollMs = 500;
const mayTruncate = ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'] as const;

export function indicesCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('indices').description('indices of time-series aspects'), deps);

  add('list', 'list the sizes of the indices, largest first', [
    'catalog indices list',
    'catalog indices list --json',
  ])
    .table(columns)
    .run(async ({ catalog, out }) => {
      const { value } = await catalog.post<{ value: { indexSizes: IndexSize[] } }>(
        '/operations?action=getIndexSizes',
        undefined,
        ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'],
      );
      const largest = Math.max(...value.indexSizes.map(({ sizeInMb }) => sizeInMb));
      await out.list(value.indexSizes, {
        ...columns,
        ...(out.isTerminal ? { '': ({ sizeInMb }: IndexSize) => bar(sizeInMb / largest) } : {}),
      });
    });

  add('truncate <entity> <aspect>', 'delete the events of an index up to a time', [
    'catalog indices truncate dataset operation --until 2026-01-31 --dry-run',
    'catalog indices truncate dataset operation --until 2026-01-31T23:59:59Z --yes',
  ])
    .addOption(
      new Option('--until <time>', 'the time of the last event to delete; all of a day, in UTC')
        .argParser(untilOption(deps.session))
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'only show what would be deleted')
    .option('--yes', 'do not ask for confirmation')
    .run(async ({ catalog, out }, entityType: string, aspect: string, options: TruncateOptions) => {
      const input = { entityType, aspect, endTimeMillis: options.until };
      const plan = await truncate(catalog, { ...input, dryRun: true });
      if (options.dryRun) return out.text(plan, { ...input, plan });
      deps.info(plan.replace(/ This was a dry run\..*$/s, ''));
      const until = formatTime(options.until);
      await confirm(deps, options.yes, `Delete the events of ${entityType} ${aspect} up to ${until}?`);
      const task = await truncate(catalog, { ...input, dryRun: false });
      deps.info(`The task ${task} is running and continues when this command ends.`);
      const { deleted } = await follow(catalog, task, deps);
      out.done(`Deleted ${deleted} events.`, String(deleted), { ...input, task, deleted });
    });
}

const truncateDocument = graphql(`
  mutation ($input: TruncateTimeseriesAspectInput!) {
    truncateTimeseriesAspect(input: $input) {
      message
      taskId
    }
  }
`);
const taskDocument = graphql(`
  query ($id: String!) {
    truncationTask(id: $id) {
      state
      reason
      deleted
      total
    }
  }
`);

/** Returns the message of a dry run, or the id of the task. */
async function truncate(
  catalog: Client,
  input: VariablesOf<typeof truncateDocument>['input'],
): Promise<string> {
  const { truncateTimeseriesAspect: result } = await catalog.graphql(
    truncateDocument,
    { input },
    mayTruncate,
  );
  return (result.message ?? result.taskId)!;
}

/** Shows the progress of a task until it ends. @throws CommandFailed when it fails or is canceled */
async function follow(catalog: Client, id: string, { status, wait }: Dependencies) {
  try {
    for (;;) {
      const { truncationTask: task } = await catalog
        .graphql(taskDocument, { id }, ['GET_ES_TASK_STATUS_PRIVILEGE'])
        .catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
          throw new CommandFailed(
            `The task ${id} is running, but its progress cannot be read. ${error.message}`,
          );
        });
      if (task === null) throw new CommandFailed(`There is no task ${id}.`);
      const { state, reason, deleted, total } = task;
      if (state === 'COMPLETED') return { deleted };
      if (state !== 'RUNNING')
        throw new CommandFailed(`The truncation ended after ${deleted} events: ${reason ?? state}`);
      status?.(`${bar(total > 0 ? deleted / total : 0, '░')} ${deleted} of ${total} events`);
      await wait(pollMs);
    }
  } finally {
    status?.('');
  }
}

const barLength = 30;

/** Returns a bar for a share of 0 to 1. */
function bar(share: number, rest = ''): string {
  const length = Math.round(barLength * Math.min(Math.max(share || 0, 0), 1));
  return '█'.repeat(length) + rest.repeat(barLength - length);
}
