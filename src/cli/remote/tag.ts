import type { Command } from 'commander';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import type { Columns } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';

interface Tag {
  readonly urn: string;
  readonly name: string;
  readonly properties: { readonly description: string | null; readonly colorHex: string | null } | null;
}

const tagFields = 'urn name properties { description colorHex }';
const mayEdit = ['MANAGE_TAGS', 'EDIT_ENTITY'] as const;

const columns: Columns<Tag> = {
  tag: ({ urn }) => urn,
  name: ({ name }) => name,
  colour: ({ properties }) => properties?.colorHex,
  description: ({ properties }) => properties?.description,
};

const tagUrn = (text: string): string => {
  if (text.startsWith('urn:li:tag:')) return text;
  if (!text.startsWith('urn:') && text !== '') return `urn:li:tag:${text}`;
  throw new CommandFailed(`"${text}" is no tag: expected an id or urn:li:tag:<id>.`, 2);
};

export function tagCommands(program: Command, deps: Dependencies): void {
  const tag = program.command('tag').description('tags');

  limited(
    remoteCommand(tag, 'list', 'list tags by URN', ['catalog tag list', 'catalog tag list --json']),
  ).action((options: CallOptions & ListOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const found = await pages(deps, options.limit, async (start, count) => {
        const { value } = await catalog.post<{ value: { entities: string[]; total: number } }>(
          '/entities?action=listUrns',
          { entity: 'tag', start, count },
        );
        const { entities } = await catalog.graphql<{ entities: (Tag | null)[] }>(
          `query ($urns: [String!]!) { entities(urns: $urns) { ... on Tag { ${tagFields} } } }`,
          { urns: value.entities },
        );
        const items = value.entities.map(
          (urn, index) => entities[index] ?? { urn, name: urn, properties: null },
        );
        return { total: value.total, items };
      });
      await out.list(found, columns);
    }),
  );

  remoteCommand(tag, 'show <tag>', 'show a tag', [
    'catalog tag show pii',
    'catalog tag show urn:li:tag:pii --json',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => out.one(await read(catalog, tagUrn(id)), columns)),
  );

  remoteCommand(tag, 'create <name>', 'create a tag', [
    'catalog tag create PII --id pii --description "Personal data"',
  ])
    .option('--id <id>', 'the last part of the URN; else a UUID')
    .option('--description <text>', 'what the tag means')
    .action((name: string, options: CallOptions & { id?: string; description?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { id, description } = options;
        const { createTag: urn } = await catalog.graphql<{ createTag: string }>(
          'mutation ($input: CreateTagInput!) { createTag(input: $input) }',
          { input: { id, name, description } },
          ['CREATE_TAGS', 'MANAGE_TAGS'],
        );
        out.done(`Created ${urn}.`, urn, { urn });
      }),
    );

  remoteCommand(tag, 'rename <tag> <name>', 'change the name of a tag; its URN stays', [
    'catalog tag rename pii "Personal data"',
  ]).action((id: string, name: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const urn = tagUrn(id);
      const document = `mutation ($urn: String!, $name: String!) { updateTag(urn: $urn, input: {urn: $urn, name: $name}) { urn } }`;
      await catalog.graphql(document, { urn, name }, mayEdit);
      out.done(`${urn} is named ${name}.`, urn, { urn, name });
    }),
  );

  remoteCommand(tag, 'colour <tag> <colour>', 'set the colour of a tag', ['catalog tag colour pii "#CC0000"'])
    .alias('color')
    .action((id: string, colorHex: string, options: CallOptions) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = tagUrn(id);
        const document =
          'mutation ($urn: String!, $colorHex: String!) { setTagColor(urn: $urn, colorHex: $colorHex) }';
        await catalog.graphql(document, { urn, colorHex }, mayEdit);
        out.done(`${urn} has the colour ${colorHex}.`, urn, { urn, colorHex });
      }),
    );

  remoteCommand(tag, 'delete <tag>', 'delete a tag, and take it off all entities and columns', [
    'catalog tag delete pii --yes',
  ])
    .option('--yes', 'do not ask')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = tagUrn(id);
        await confirm(deps, options.yes, `Delete ${urn}, and take it off everything that has it?`);
        await catalog.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn }, [
          'MANAGE_TAGS',
          'DELETE_ENTITY',
        ]);
        out.done(`Deleted ${urn}.`, urn, { urn });
      }),
    );
}

async function read(catalog: Client, urn: string): Promise<Tag> {
  const { tag } = await catalog.graphql<{ tag: Tag | null }>(
    `query ($urn: String!) { tag(urn: $urn) { ${tagFields} } }`,
    { urn },
  );
  if (tag === null) throw new CommandFailed(`There is no tag ${urn}; catalog tag create makes one.`);
  return tag;
}
