import { type Command, Option } from 'commander';
import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type CallOptions, calling, remoteCommand } from './command.js';
import { limited } from './paging.js';
import { tagAttachCommands } from './tag-attach.js';
import { deleteTag, restoreTag } from './tag-delete.js';
import { listTags, type TagListOptions, tagOrders } from './tag-list.js';
import { findTag, noTag, type Tag, tagColumns, tagFragment, tagUrn } from './tag-model.js';

const mayEdit = ['MANAGE_TAGS', 'EDIT_ENTITY'] as const;

export function tagCommands(program: Command, deps: Dependencies): void {
  const tag = program.command('tag').description('tags');

  limited(
    remoteCommand(tag, 'list', 'list tags, with the numbers of entities and columns that have them', [
      'catalog tag list',
      'catalog tag list --query pi --json',
      'catalog tag list --sort entities --limit 10',
      'catalog tag list --unused',
    ]),
    tagColumns,
  )
    .option('--query <text>', 'a part of the name or of the id, or words of the description')
    .option('--unused', 'only tags that no entity and no column has')
    .addOption(
      new Option('--sort <by>', 'by name, or by the number of entities or columns, largest first')
        .choices(tagOrders)
        .default('name'),
    )
    .action((options: TagListOptions) => calling(deps, options, (call) => listTags(call, options, deps)));

  remoteCommand(tag, 'show <tag>', 'show a tag', [
    'catalog tag show pii',
    'catalog tag show urn:li:tag:pii --json',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) =>
      out.one(await read(catalog, await findTag(catalog, id, deps)), tagColumns),
    ),
  );

  remoteCommand(tag, 'create <name>', 'create a tag', [
    'catalog tag create PII --id pii --description "Personal data"',
  ])
    .option('--id <id>', 'the last part of the URN; default: a UUID')
    .option('--description <text>', 'what the tag means')
    .action((name: string, options: CallOptions & { id?: string; description?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { id, description } = options;
        const { createTag } = await catalog.graphql(
          graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }'),
          { input: { id, name, description } },
          ['CREATE_TAGS', 'MANAGE_TAGS'],
        );
        const urn = createTag!;
        out.done(`Created ${urn}.`, urn, { urn });
      }),
    );

  remoteCommand(tag, 'rename <tag> <name>', 'change the name of a tag; its URN does not change', [
    'catalog tag rename pii "Personal data"',
  ]).action((id: string, name: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const urn = await findTag(catalog, id, deps);
      const document = graphql(`
        mutation ($urn: String!, $name: String!) {
          updateTag(urn: $urn, input: { urn: $urn, name: $name }) {
            urn
          }
        }
      `);
      await catalog.graphql(document, { urn, name }, mayEdit);
      out.done(`${urn} is named ${name}.`, urn, { urn, name });
    }),
  );

  remoteCommand(tag, 'colour <tag> <colour>', 'set the colour of a tag', ['catalog tag colour pii "#CC0000"'])
    .alias('color')
    .action((id: string, colorHex: string, options: CallOptions) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = await findTag(catalog, id, deps);
        const document = graphql(
          'mutation ($urn: String!, $colorHex: String!) { setTagColor(urn: $urn, colorHex: $colorHex) }',
        );
        await catalog.graphql(document, { urn, colorHex }, mayEdit);
        out.done(`${urn} has the colour ${colorHex}.`, urn, { urn, colorHex });
      }),
    );

  tagAttachCommands(tag, deps);

  remoteCommand(tag, 'delete <tag>', 'delete a tag, and remove it from all entities and columns', [
    'catalog tag delete pii',
    'catalog tag delete pii --yes',
  ])
    .option('--yes', 'do not list the places that have the tag, and do not ask for confirmation')
    .addHelpText('after', '\nTags that were ingested with a schema remain in the schema.')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async (call) =>
        deleteTag(call, await findTag(call.catalog, id, deps), options.yes, deps),
      ),
    );

  remoteCommand(tag, 'restore <tag>', 'restore a deleted tag on all entities and columns that had it', [
    'catalog tag restore pii',
  ])
    .addHelpText('after', '\nTags can be restored for DELETED_TAG_DAYS of the service.')
    .action((id: string, options: CallOptions) =>
      calling(deps, options, (call) => restoreTag(call, tagUrn(id))),
    );
}

const document = graphql('query ($urn: String!) { tag(urn: $urn) { ...Tag } }', [tagFragment]);

async function read(catalog: Client, urn: string): Promise<Tag> {
  const { tag } = await catalog.graphql(document, { urn });
  if (tag === null) throw noTag(urn);
  return tag;
}
