import type { Command } from 'commander';
import { addLink, removeLink } from '../../client/stewards.js';
import type { Dependencies } from '../dependencies.js';
import { addTo } from './remote-command.js';
import { readArgument } from './resources.js';

const changeable = { noun: 'links', onColumns: false };

const notes = (more: string) => `\
The entity is a URN or a name that only one entity has. A link is known by its address and its label.
${more}`;

export function linkCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('link').description('links of entities to documentation'), deps);

  add('add <entity> <url>', 'add a link to an entity', [
    'catalog link add fct_users_created https://wiki.example.com/users --label Runbook',
  ])
    .requiredOption('--label <text>', 'what the link is called')
    .notes(notes('A link that the entity has already is refused.'))
    .run(async ({ catalog, out }, name: string, linkUrl: string, { label }: { label: string }) => {
      const { urn } = await readArgument(catalog, name, changeable);
      await catalog.graphql(addLink, { input: { resourceUrn: urn, linkUrl, label } });
      out.done(`Added the link ${linkUrl} to ${urn}.`, linkUrl, { urn, url: linkUrl, label });
    });

  add('remove <entity> <url>', 'remove a link from an entity', [
    'catalog link remove fct_users_created https://wiki.example.com/users --label Runbook',
    'catalog link remove fct_users_created https://wiki.example.com/users',
  ])
    .option('--label <text>', 'remove the link with this label only; default: all links with the address')
    .notes(notes('An entity that does not have the link does not change.'))
    .run(async ({ catalog, out }, name: string, linkUrl: string, { label }: { label?: string }) => {
      const { urn } = await readArgument(catalog, name, changeable);
      await catalog.graphql(removeLink, { input: { resourceUrn: urn, linkUrl, label } });
      out.done(`Removed the link ${linkUrl} from ${urn}.`, linkUrl, {
        urn,
        url: linkUrl,
        label: label ?? null,
      });
    });
}
