import type { Command } from 'commander';
import type { Dependencies } from '../dependencies.js';
import { columnColumns, findColumn, readColumns } from './columns.js';
import { type Call, type CallOptions, calling, remoteCommand, wideOption } from './command.js';
import { resolveWithColumn } from './entity-name.js';
import type { Columns } from './output.js';
import { readEntity, shownFields } from './show-model.js';

/** Returns the fields that have a value. */
const filled = <T>(item: T, all: Columns<T>): Columns<T> =>
  Object.fromEntries(
    Object.entries(all).filter(([, field]) => {
      const cell = field(item);
      return (
        cell !== null && cell !== undefined && cell !== '' && !(Array.isArray(cell) && cell.length === 0)
      );
    }),
  );

export function showCommand(program: Command, deps: Dependencies): void {
  wideOption(
    remoteCommand(program, 'show <entity>', 'show an entity with its columns, tags, owners and container', [
      'catalog show fct_users_created',
      'catalog show hive:fct_users_created --json',
      'catalog show "fct_users_created#user_name"',
      'catalog show "urn:li:dataset:(urn:li:dataPlatform:kafka,user_events,PROD)" --wide',
    ]),
  )
    .addHelpText('after', '\n<entity> is a URN or an unambiguous name; <dataset>#<column> shows one column.')
    .action((text: string, options: CallOptions) => calling(deps, options, (call) => show(call, text, deps)));
}

async function show({ catalog, out }: Call, text: string, deps: Dependencies): Promise<void> {
  const { urn, column } = await resolveWithColumn(catalog, text);
  const names = out.isTerminal;
  if (column !== null) {
    const found = findColumn(await readColumns(catalog, urn), column);
    return out.one(
      { dataset: urn, ...found },
      { dataset: () => urn, ...filled(found, columnColumns(names)) },
    );
  }
  const shown = await readEntity(catalog, urn);
  out.one(shown, filled(shown, shownFields(names)));
  if (shown.columns.length === 0 || out.isJson) return;
  if (names) deps.print('');
  // In a pipe, each line begins with the name of its field.
  await out.list(
    shown.columns,
    names ? columnColumns(true) : { '': () => 'column', ...columnColumns(false) },
  );
}
