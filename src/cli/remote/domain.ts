import type { Command } from 'commander';
import { setDomain } from '../../client/stewards.js';
import type { Dependencies } from '../dependencies.js';
import { changeInBatches } from './batch.js';
import { resolveEntity } from './entity-name.js';
import { addTo } from './remote-command.js';

const changeable = { noun: 'a domain', onColumns: false };

export function domainCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('domain').description('the domain of entities'), deps);

  changeInBatches(
    add('set <domain> <entities...>', 'set the domain of entities, in place of the one that they have', [
      'catalog domain set sales fct_users_created user_events',
      'catalog domain set urn:li:domain:sales - < entities.txt',
    ]),
    {
      changeable,
      notes: 'The domain is an id, a URN or a name that only one domain has.',
      async edit({ catalog }, _, text: string) {
        const domain = await resolveEntity(catalog, text, { types: ['DOMAIN'], what: 'domain' });
        return {
          send: (resources) => catalog.graphql(setDomain, { input: { domainUrn: domain, resources } }),
          done: (what) => `Set the domain of ${what} to ${domain}.`,
          members: { domain },
        };
      },
    },
  );

  changeInBatches(
    add('unset <entities...>', 'remove entities from their domain', [
      'catalog domain unset fct_users_created user_events',
      'catalog domain unset - < entities.txt',
    ]),
    {
      changeable,
      notes: 'Entities without a domain do not change.',
      edit: ({ catalog }) => ({
        send: (resources) => catalog.graphql(setDomain, { input: { domainUrn: null, resources } }),
        done: (what) => `Removed the domain of ${what}.`,
        members: { domain: null },
      }),
    },
  );
}
