import { type Command, Option } from 'commander';
import { graphql, type ResultOf } from '../../client/documents.js';
import { createTag, deleteTag, restoreTag, setTagColor, updateTag } from '../../client/tag.js';
import type { Dependencies } from '../dependencies.js';
import type { Call } from './command.js';
import { plain } from './output.js';
import { addTo } from './remote-command.js';
import { tagAttachCommands } from './tag-attach.js';
import { findTag, noTag, tagColumns, tagFragment, tagUrn } from './tag-model.js';
import { tagReachCommand } from './tag-reach.js';

const listDocument = graphql(
  'query ($input: ListTagsInput!) { listTags(input: $input) { total tags { ...Tag } } }',
  [tagFragment],
);
const showDocument = graphql('query ($urn: String!) { tag(urn: $urn) { ...Tag } }', [tagFragment]);

const mayEdit = ['MANAGE_TAGS', 'EDIT_ENTITY'] as const;
const orders = { name: 'NAME', entities: 'ENTITIES', columns: 'COLUMNS' } as const;

interface ListOptions {
  readonly query?: string;
  readonly unused?: boolean;
  readonly sort: keyof typeof orders;
}

export function tagCommands(program: Command, deps: Dependencies): void {
  const tag = program.command('tag').description('tags');
  const add = addTo(tag, deps);

  add('list', 'list tags, with the numbers of entities and columns that have them', [
    'catalog tag list',
    'catalog tag list --query pi --json',
    'catalog tag list --sort entities --limit 10',
    'catalog tag list --unused',
  ])
    .list({
      query: 'a part of the name or of the id, or words of the description',
      columns: tagColumns,
      document: listDocument,
      toVariables: (page, { query, unused, sort }: ListOptions) => ({
        input: { ...page, query, unused, orderBy: orders[sort], descending: sort !== 'name' },
      }),
    })
    .option('--unused', 'only tags that no entity and no column has')
    .addOption(
      new Option('--sort <by>', 'by name, or by the number of entities or columns, largest first')
        .choices(Object.keys(orders))
        .default('name'),
    );

  add('show <tag>', 'show a tag', ['catalog tag show pii', 'catalog tag show urn:li:tag:pii --json']).run(
    async (call, id: string) => {
      const urn = await findTag(id, call);
      const { tag } = await call.catalog.graphql(showDocument, { urn });
      if (tag === null) throw noTag(urn);
      call.out.one(tag, tagColumns);
    },
  );

  add('create <name>', 'create a tag', ['catalog tag create PII --id pii --description "Personal data"'])
    .option('--id <id>', 'the last part of the URN; default: a UUID')
    .option('--description <text>', 'what the tag means')
    .run(
      async ({ catalog, out }, name: string, { id, description }: { id?: string; description?: string }) => {
        const input = { id, name, description };
        const needs = ['CREATE_TAGS', 'MANAGE_TAGS'] as const;
        const urn = (await catalog.graphql(createTag, { input }, needs)).createTag!;
        out.done(`Created ${urn}.`, urn, { urn });
      },
    );

  add('rename <tag> <name>', 'change the name of a tag; its URN does not change', [
    'catalog tag rename pii "Personal data"',
  ]).run(async (call, id: string, name: string) => {
    const urn = await findTag(id, call);
    await call.catalog.graphql(updateTag, { urn, input: { urn, name } }, mayEdit);
    call.out.done(`${urn} is named ${name}.`, urn, { urn, name });
  });

  add('colour <tag> <colour>', 'set the colour of a tag', ['catalog tag colour pii "#CC0000"'])
    .alias('color')
    .run(async (call, id: string, colorHex: string) => {
      const urn = await findTag(id, call);
      await call.catalog.graphql(setTagColor, { urn, colorHex }, mayEdit);
      call.out.done(`${urn} has the colour ${colorHex}.`, urn, { urn, colorHex });
    });

  tagAttachCommands(tag, deps);
  tagReachCommand(tag, deps);

  add('delete <tag>', 'delete a tag, and remove it from all entities and columns', [
    'catalog tag delete pii',
    'catalog tag delete pii --yes',
  ])
    .remove({
      yes: 'do not list the places that have the tag, and do not ask for confirmation',
      find: findTag,
      async question(urn, _, call) {
        await tellPlaces(urn, call);
        return `Delete ${urn}, and remove it from all entities and columns?`;
      },
      ...{ document: deleteTag, needs: ['MANAGE_TAGS', 'DELETE_ENTITY'], done: 'Deleted' },
    })
    .notes('Tags that were ingested with a schema remain in the schema.');

  add('restore <tag>', 'restore a deleted tag on all entities and columns that had it', [
    'catalog tag restore pii',
  ])
    .notes('Tags can be restored for DELETED_TAG_DAYS of the service.')
    .run(async ({ catalog, out }, id: string) => {
      const urn = tagUrn(id);
      await catalog.graphql(restoreTag, { urn }, ['MANAGE_TAGS']);
      out.done(`Restored ${urn}.`, urn, { urn });
    });
}

const placesDocument = graphql(`
  query ($urn: String!, $count: Int!) {
    tag(urn: $urn) {
      associations(count: $count) {
        total
        declaredTotal
        results {
          entity {
            urn
          }
          fieldPath
          declared
        }
      }
    }
  }
`);

type Places = NonNullable<ResultOf<typeof placesDocument>['tag']>['associations'];

const shown = 20;

/** Shows the places that have a tag. */
async function tellPlaces(urn: string, { catalog, deps }: Call): Promise<void> {
  const { tag } = await catalog.graphql(placesDocument, { urn, count: shown });
  if (tag === null) throw noTag(urn);
  for (const line of hitList(urn, tag.associations)) deps.info(plain(line));
}

function hitList(urn: string, { total, declaredTotal, results }: Places): string[] {
  if (total === 0) return [`No entity or column has ${urn}.`];
  const staying = declaredTotal > 0 ? `. It remains in ingested schemas (${declaredTotal})` : '';
  return [
    `${total} ${total === 1 ? 'entity or column has' : 'entities and columns have'} ${urn}${staying}:`,
    ...results.map(
      ({ entity, fieldPath, declared }) =>
        `  ${entity.urn}${fieldPath === null ? '' : `, column ${fieldPath}`}${declared ? ' (remains)' : ''}`,
    ),
    ...(total > results.length ? [`  … and ${total - results.length} more`] : []),
  ];
}
