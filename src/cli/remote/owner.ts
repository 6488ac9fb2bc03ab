import type { Command } from 'commander';
import { addOwners, removeOwners } from '../../client/stewards.js';
import { systemTypes } from '../../edits/owners.js';
import type { Dependencies } from '../dependencies.js';
import { changeInBatches } from './batch.js';
import type { Client } from './client.js';
import { resolveEntity } from './entity-name.js';
import { actorUrn, isGroup } from './people.js';
import { addTo } from './remote-command.js';

interface Options {
  readonly type?: string;
}

const changeable = { noun: 'owners', onColumns: false };

const notes = (more: string) => `\
An owner is the id or URN of a user, or group:<id> or the URN of a group.
A type of ownership is ${systemTypes.map(shortName).join(', ')}, or a URN or a name that only one type has.
${more}`;

export function ownerCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('owner').description('owners of entities'), deps);

  changeInBatches<Options>(
    add('add <owner> <entities...>', 'add a user or a group to the owners of entities', [
      'catalog owner add jane fct_users_created user_events --type technical_owner',
      'catalog owner add group:stewards fct_users_created',
      'catalog owner add jane - < entities.txt',
    ]).option('--type <type>', 'type of ownership; default: none'),
    {
      changeable,
      notes: notes('An owner who is there already with the same type of ownership does not change.'),
      async edit({ catalog }, { type }, text: string) {
        const ownerUrn = actorUrn(text);
        const ownershipTypeUrn = await findOwnershipType(catalog, type);
        const ownerEntityType = isGroup(ownerUrn) ? ('CORP_GROUP' as const) : ('CORP_USER' as const);
        const owners = [{ ownerUrn, ownerEntityType, ownershipTypeUrn }];
        return {
          send: (resources) => catalog.graphql(addOwners, { input: { owners, resources } }),
          done: (what) => `Added ${ownerUrn} to the owners of ${what}.`,
          members: { owner: ownerUrn, type: ownershipTypeUrn },
        };
      },
    },
  );

  changeInBatches<Options>(
    add('remove <owner> <entities...>', 'remove a user or a group from the owners of entities', [
      'catalog owner remove jane fct_users_created user_events',
      'catalog owner remove jane fct_users_created --type technical_owner',
      'catalog owner remove group:stewards - < entities.txt',
    ]).option('--type <type>', 'remove the owner with this type of ownership only; default: with all types'),
    {
      changeable,
      notes: notes('Entities that do not have the owner do not change.'),
      async edit({ catalog }, { type }, text: string) {
        const owner = actorUrn(text);
        const ownershipTypeUrn = await findOwnershipType(catalog, type);
        const input = { ownerUrns: [owner], ownershipTypeUrn };
        return {
          send: (resources) => catalog.graphql(removeOwners, { input: { ...input, resources } }),
          done: (what) => `Removed ${owner} from the owners of ${what}.`,
          members: { owner, type: ownershipTypeUrn },
        };
      },
    },
  );
}

/** Returns the name of a type that every catalog has. */
function shortName(urn: string): string {
  return urn.replace(/^.*__system__/, '');
}

/** Returns the URN of a type of ownership that is given by its URN or a name; null if none is given. @throws CommandFailed */
async function findOwnershipType(catalog: Client, text: string | undefined): Promise<string | null> {
  if (text === undefined) return null;
  // DataHub shows `Technical Owner`, and its older API has TECHNICAL_OWNER.
  const name = text.toLowerCase().replaceAll(/[ -]/g, '_');
  const known = systemTypes.find((urn) => shortName(urn) === name);
  return (
    known ?? resolveEntity(catalog, text, { types: ['CUSTOM_OWNERSHIP_TYPE'], what: 'type of ownership' })
  );
}
