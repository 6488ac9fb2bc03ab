import { type Command, Option } from 'commander';
import { undoChanges } from '../../client/change.js';
import { graphql, type ResultOf } from '../../client/documents.js';
import { categories } from '../../datahub/change-kinds.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { resolveEntity } from './entity-name.js';
import { type Columns, formatTime } from './output.js';
import { type PageInput, pages } from './paging.js';
import { userUrn } from './people.js';
import { addTo, type ListOptions } from './remote-command.js';

interface Options extends ListOptions {
  readonly actor?: string;
  readonly category?: string[];
  readonly changeSet?: string;
}

const listDocument = graphql(`
  query ($input: ChangesInput!) {
    changes(input: $input) {
      total
      changes {
        id
        time
        actor {
          urn
        }
        entity {
          urn
        }
        fieldPath
        category
        operation
        modifier
        from
        to
        runId
        undoable
        undone
        changeSet
      }
    }
  }
`);
const undo = graphql('mutation ($id: String!) { undoChange(id: $id) }');

type Change = ResultOf<typeof listDocument>['changes']['changes'][number];

const columns: Columns<Change> = {
  id: ({ id }) => id,
  time: ({ time }) => formatTime(time),
  actor: ({ actor }) => actor.urn,
  entity: ({ entity }) => entity.urn,
  column: ({ fieldPath }) => fieldPath,
  change: ({ category, operation }) => `${category} ${operation}`,
  what: ({ modifier }) => modifier,
  from: ({ from }) => from,
  to: ({ to }) => to,
  call: ({ changeSet }) => changeSet,
};

export function historyCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);
  add('history', 'list changes of metadata, newest first', [
    'catalog history fct_users_created',
    'catalog history "urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)"',
    'catalog history --actor jane --category TAG DOCUMENTATION',
  ])
    .limit()
    .table(columns)
    .argument('[entity]', 'a URN or an unambiguous name; default: all entities')
    .option('--actor <user>', 'who made the changes')
    .addOption(new Option('--category <category...>', 'kinds of changes').choices(categories))
    .option(
      '--change-set <id>',
      'the call that made the changes, from the column `call` or the header X-Request-Id',
    )
    .run(async (call, entity: string | undefined, { actor, category, changeSet, limit }: Options) => {
      const filter = {
        urn: entity === undefined ? undefined : await resolveEntity(call.catalog, entity),
        actorUrn: actor === undefined ? undefined : userUrn(actor),
        categories: category,
        changeSet,
      };
      const toVariables = (page: PageInput) => ({ input: { ...filter, ...page } });
      await call.out.list(await pages(call, listDocument, toVariables, { limit }), columns);
    });

  add('undo', 'take back a change of a tag, an owner or another edit, or all changes of one call', [
    'catalog undo 1764060000000-12',
    'catalog undo --change-set 0b9f3c0e-5f5e-4c0e-9a53-6d1f0f5d2c11',
  ])
    .argument('[id]', 'the id of the change, from `catalog history`')
    .option(
      '--change-set <id>',
      'all changes of this call, from `catalog history`; after a timeout, repeat the command',
    )
    .run(async ({ catalog, out }, id: string | undefined, { changeSet }: { changeSet?: string }) => {
      if ((id === undefined) === (changeSet === undefined))
        throw new CommandFailed('Name either the id of a change or --change-set, and not both');
      if (id !== undefined) {
        await catalog.graphql(undo, { id });
        return out.done(`The change ${id} is undone.`, id, { id });
      }
      await catalog.graphql(undoChanges, { changeSet: changeSet! });
      return out.done(`All changes of the call ${changeSet} are undone.`, changeSet!, { changeSet });
    });
}
