import type { Command } from 'commander';
import { graphql, type ResultOf } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { resolveEntity } from './entity-name.js';
import type { Columns } from './output.js';
import { addTo } from './remote-command.js';

interface Options {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

const moveDocument = graphql(`
  mutation ($input: MoveColumnEditsInput!) {
    moveColumnEdits(input: $input) {
      moved {
        from
        to
      }
      left {
        fieldPath
        reason
      }
    }
  }
`);
const orphanedDocument = graphql(`
  query ($after: String) {
    orphanedColumnEdits(after: $after) {
      datasets
      next
    }
  }
`);

type Reason = ResultOf<typeof moveDocument>['moveColumnEdits']['left'][number]['reason'];

interface Row {
  readonly dataset: string;
  readonly column: string;
  readonly movedTo: string | null;
  readonly reason: Reason | null;
}

const reasons: Readonly<Record<Reason, string>> = {
  NO_COLUMN: 'the schema has no such column',
  AMBIGUOUS: 'several columns match',
  CONFLICT: 'the column has other edits',
};

const columns: Columns<Row> = {
  dataset: ({ dataset }) => dataset,
  column: ({ column }) => column,
  'moved to': ({ movedTo }) => movedTo,
  'left because': ({ reason }) => reason && reasons[reason],
};

const privileges = ['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION'] as const;

export function columnsCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('columns').description('columns of datasets'), deps);
  add('move [dataset]', 'move edits of columns whose case has changed to the columns of the schema', [
    'catalog columns move fct_users_created --dry-run',
    'catalog columns move --all',
  ])
    .table(columns)
    .option('--all', 'move the edits of all datasets')
    .option('--dry-run', 'only show what would be moved')
    .notes(`\
When a source writes ID instead of id, the tags and descriptions that people gave to the column stay at its former path.
This command moves them to the only column of the schema whose path differs in case only, and shows what it leaves.
Repeating the command is safe: it continues with what is left.`)
    .check((name: string | undefined, { all }: Options, command: Command) => {
      if ((name !== undefined) === (all ?? false))
        command.error('error: pass the name of a dataset, or --all');
    })
    .run(async ({ catalog, out }, name: string | undefined, { dryRun = false }: Options) => {
      const rows: Row[] = [];
      const datasets =
        name === undefined
          ? orphaned(catalog)
          : [await resolveEntity(catalog, name, { types: ['DATASET'], what: 'dataset' })];
      for await (const urn of datasets) {
        try {
          rows.push(...(await move(catalog, urn, dryRun)));
        } catch (error) {
          if (rows.length > 0) await out.list(rows, columns);
          throw error;
        }
      }
      await out.list(rows, columns);
      const moved = rows.filter(({ movedTo }) => movedTo !== null).length;
      deps.info(
        `${dryRun ? 'Would move' : 'Moved'} the edits of ${moved} columns; ${rows.length - moved} are left.`,
      );
    });
}

async function* orphaned(catalog: Client): AsyncGenerator<string> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ResultOf<typeof orphanedDocument> = await catalog.graphql(orphanedDocument, { after });
    yield* page.orphanedColumnEdits.datasets;
    after = page.orphanedColumnEdits.next;
  }
}

async function move(catalog: Client, urn: string, dryRun: boolean): Promise<Row[]> {
  const { moveColumnEdits } = await catalog.graphql(moveDocument, { input: { urn, dryRun } }, privileges);
  const { moved, left } = moveColumnEdits;
  return [
    ...moved.map(({ from, to }) => ({ dataset: urn, column: from, movedTo: to, reason: null })),
    ...left.map(({ fieldPath, reason }) => ({ dataset: urn, column: fieldPath, movedTo: null, reason })),
  ];
}
