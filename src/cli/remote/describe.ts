import type { Command } from 'commander';
import { updateDescription } from '../../client/change.js';
import { readText } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { resolveWithColumn } from './entity-name.js';
import { addTo } from './remote-command.js';

interface Options {
  readonly clear?: boolean;
}

/** More than a description can have. */
const maxBytes = 64 * 1024;

export function describeCommand(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('describe <entity> [text]', 'set the description of an entity or a column', [
    'catalog describe fct_users_created "One row for each new user"',
    'catalog describe fct_users_created#user_name "The name that the user has chosen"',
    'catalog describe fct_users_created - < description.md',
    'catalog describe fct_users_created --clear',
  ])
    .option('--clear', 'remove the description that was set')
    .notes(`\
The entity is a URN or a name that only one entity has. A column is <entity>#<field path>. As the text, a dash stands
for standard input. The ingested description of a dataset, a column or another asset does not change, and is shown
again after --clear.`)
    .check((_name: string, given: string | undefined, { clear }: Options, command: Command) => {
      if ((given !== undefined) === (clear ?? false))
        command.error('error: pass the text of the description, - for standard input, or --clear');
    })
    .run(async ({ catalog, out }, name: string, given: string | undefined, { clear }: Options) => {
      const description = clear ? '' : await readDescription(given!, deps);
      const { urn, column } = await resolveWithColumn(catalog, name);
      const subResource =
        column === null ? {} : { subResource: column, subResourceType: 'DATASET_FIELD' as const };
      await catalog.graphql(updateDescription, { input: { resourceUrn: urn, description, ...subResource } });
      const what = column === null ? urn : `The column ${column} of ${urn}`;
      const sentence = clear
        ? `${what} has no edited description.`
        : `${what} has the description: ${description}`;
      out.done(sentence, description, { urn, column, description: description || null });
    });
}

async function readDescription(given: string, { stdin }: Dependencies): Promise<string> {
  const text = given === '-' ? await readText(stdin(), 'The input', maxBytes) : given;
  const description = text.trimEnd();
  if (description === '')
    throw new CommandFailed('The description is empty; --clear removes a description.', 2);
  return description;
}
