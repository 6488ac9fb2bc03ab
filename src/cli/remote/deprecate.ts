import type { Command } from 'commander';
import { updateDeprecation } from '../../client/stewards.js';
import type { Dependencies } from '../dependencies.js';
import { changeInBatches } from './batch.js';
import { resolveEntity } from './entity-name.js';
import { addTo } from './remote-command.js';
import { momentArgument } from './time.js';

interface Options {
  readonly note?: string;
  readonly replacement?: string;
  readonly at?: number;
}

const changeable = { noun: 'a deprecation', onColumns: false };

export function deprecateCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program, deps);

  changeInBatches<Options>(
    add('deprecate <entities...>', 'mark entities as deprecated', [
      'catalog deprecate fct_users_created --note "Nothing loads it any more" --replacement user_events',
      'catalog deprecate fct_users_created --at 2027-01-31',
      'catalog deprecate - < entities.txt',
    ])
      .option('--note <text>', 'why, and what to use instead')
      .option('--replacement <entity>', 'the entity to use instead')
      .option('--at <time>', 'when the entities will be gone: a day, in UTC, or a time', momentArgument),
    {
      changeable,
      notes:
        'An entity that is deprecated already gets the note, the replacement and the time of this command.',
      async edit({ catalog }, { note = null, replacement: name, at: decommissionTime = null }) {
        const replacement = name === undefined ? null : await resolveEntity(catalog, name);
        const given = { note, replacement, decommissionTime };
        return {
          send: (resources) =>
            catalog.graphql(updateDeprecation, { input: { deprecated: true, ...given, resources } }),
          done: (what) => `Deprecated ${what}.`,
          members: { deprecated: true, ...given },
        };
      },
    },
  );

  changeInBatches(
    add('undeprecate <entities...>', 'end the deprecation of entities', [
      'catalog undeprecate fct_users_created user_events',
      'catalog undeprecate - < entities.txt',
    ]),
    {
      changeable,
      notes: 'Entities that are not deprecated do not change.',
      edit: ({ catalog }) => ({
        send: (resources) => catalog.graphql(updateDeprecation, { input: { deprecated: false, resources } }),
        done: (what) => `Ended the deprecation of ${what}.`,
        members: { deprecated: false },
      }),
    },
  );
}
