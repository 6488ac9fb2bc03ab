import type { Command } from 'commander';
import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { descriptionArgument, editTexts, nameArgument } from './edit.js';
import type { Columns } from './output.js';
import { type ListOptions, limited, limitOption, pages } from './paging.js';
import { groupUrn, userUrn } from './people.js';

const groupFragment = graphql(`
  fragment Group on CorpGroup {
    urn
    name
    properties {
      displayName
      description
    }
    editableProperties {
      description
    }
  }
`);

type Group = FragmentOf<typeof groupFragment>;

const listDocument = graphql(
  'query ($input: ListGroupsInput!) { listGroups(input: $input) { total groups { ...Group } } }',
  [groupFragment],
);
const showDocument = graphql(
  `
    query ($urn: String!, $start: Int!, $count: Int!) {
      corpGroup(urn: $urn) {
        ...Group
        relationships(
          input: {
            types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
            direction: INCOMING
            start: $start
            count: $count
          }
        ) {
          total
          relationships {
            entity {
              urn
            }
          }
        }
      }
    }
  `,
  [groupFragment],
);
const createDocument = graphql('mutation ($input: CreateGroupInput!) { createGroup(input: $input) }');
const removeDocument = graphql('mutation ($urn: String!) { removeGroup(urn: $urn) }');
const addDocument = graphql('mutation ($input: AddGroupMembersInput!) { addGroupMembers(input: $input) }');
const removeMembersDocument = graphql(
  'mutation ($input: RemoveGroupMembersInput!) { removeGroupMembers(input: $input) }',
);

const needs = ['MANAGE_USERS_AND_GROUPS'] as const;

const columns: Columns<Group> = {
  group: ({ urn }) => urn,
  name: ({ properties }) => properties?.displayName,
  description: ({ editableProperties, properties }) =>
    editableProperties?.description || properties?.description,
};

const noGroup = (urn: string) =>
  new CommandFailed(`There is no group ${urn}; create one with catalog group create.`);

export function groupCommands(program: Command, deps: Dependencies): void {
  const group = program
    .command('group')
    .description('groups of users, to which policies can grant privileges');

  limited(
    remoteCommand(group, 'list', 'list groups', ['catalog group list', 'catalog group list --json']),
    columns,
  )
    .option('--query <text>', 'a part of the id or of the name')
    .action((options: CallOptions & ListOptions & { query?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { query = '*' } = options;
        const found = await pages(deps, options.limit, async (start, count) => {
          const { listGroups } = await catalog.graphql(
            listDocument,
            { input: { start, count, query } },
            needs,
          );
          return { total: listGroups!.total, items: listGroups!.groups };
        });
        await out.list(found, columns);
      }),
    );

  limitOption(
    remoteCommand(group, 'show <group>', 'show a group and its members', [
      'catalog group show stewards',
      'catalog group show stewards --json',
    ]),
  ).action((id: string, options: CallOptions & ListOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const urn = groupUrn(id);
      let found: Group | undefined;
      const members = await pages(deps, options.limit, async (start, count) => {
        const { corpGroup } = await catalog.graphql(showDocument, { urn, start, count });
        if (!corpGroup?.properties) throw noGroup(urn);
        const { relationships, ...group } = corpGroup;
        found = group;
        const items = relationships!.relationships.map(({ entity }) => entity?.urn ?? '');
        return { total: relationships!.total, items };
      });
      out.one({ ...found!, members: [...new Set(members)] }, { ...columns, members: (one) => one.members });
    }),
  );

  remoteCommand(group, 'create <id>', 'create a group without members', [
    'catalog group create stewards --name "Data stewards"',
  ])
    .option('--name <name>', 'display name; default: the id')
    .option('--description <text>', 'what the group is for')
    .action((id: string, options: CallOptions & { name?: string; description?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const bare = id.replace(/^urn:li:corpGroup:/, '');
        const { name = bare, description } = options;
        const { createGroup } = await catalog.graphql(
          createDocument,
          { input: { id: bare, name, description } },
          needs,
        );
        const urn = createGroup!;
        out.done(`Created ${urn}.`, urn, { urn });
      }),
    );

  remoteCommand(group, 'edit <group>', 'change the name or the description of a group', [
    'catalog group edit stewards --name "Stewards of data" --description "They decide on tags."',
    'catalog group edit stewards --description ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--description <text>', 'what the group is for; an empty text removes it', descriptionArgument)
    .action((id: string, options: CallOptions & { name?: string; description?: string }) =>
      calling(deps, options, async (call) => {
        const urn = groupUrn(id);
        const { corpGroup } = await call.catalog.graphql(
          graphql('query ($urn: String!) { corpGroup(urn: $urn) { ...Group } }', [groupFragment]),
          { urn },
        );
        if (!corpGroup?.properties) throw noGroup(urn);
        const { name, description } = options;
        const profile = corpGroup.editableProperties?.description;
        const texts = [
          { option: 'name', member: 'displayName', value: name },
          { option: 'description', member: 'description', value: description, profile },
        ];
        await editTexts(call, { urn, aspectName: 'corpGroupInfo', texts }, deps.info);
      }),
    );

  remoteCommand(group, 'remove <group>', 'remove a group, and its entries in policies', [
    'catalog group remove stewards --yes',
  ])
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = groupUrn(id);
        await confirm(deps, options.yes, `Remove ${urn}? Its members lose its rights.`);
        await catalog.graphql(removeDocument, { urn }, needs);
        out.done(`Removed ${urn}.`, urn, { urn });
      }),
    );

  for (const [name, document, preposition, done] of [
    ['add-member', addDocument, 'to', 'Added'],
    ['remove-member', removeMembersDocument, 'from', 'Removed'],
  ] as const) {
    const [verb] = name.split('-');
    remoteCommand(group, `${name} <group> <users...>`, `${verb} users ${preposition} a group: all or none`, [
      `catalog group ${name} stewards jane john`,
    ]).action((id: string, users: string[], options: CallOptions) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = groupUrn(id);
        const userUrns = users.map(userUrn);
        await catalog.graphql<object, { input: { groupUrn: string; userUrns: string[] } }>(
          document,
          { input: { groupUrn: urn, userUrns } },
          needs,
        );
        const sentence = `${done} ${userUrns.join(', ')} ${preposition} ${urn}.`;
        out.done(sentence, userUrns.join('\n'), { group: urn, users: userUrns });
      }),
    );
  }
}
