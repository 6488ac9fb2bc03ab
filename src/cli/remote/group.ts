import type { Command } from 'commander';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import type { Columns } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { groupUrn, membership, type Related, userUrn } from './people.js';

interface Group {
  readonly urn: string;
  readonly name: string;
  readonly properties: { readonly displayName: string | null; readonly description: string | null } | null;
}

const groupFields = 'urn name properties { displayName description }';
const needs = ['MANAGE_USERS_AND_GROUPS'] as const;

const columns: Columns<Group> = {
  group: ({ urn }) => urn,
  name: ({ properties }) => properties?.displayName,
  description: ({ properties }) => properties?.description,
};

export function groupCommands(program: Command, deps: Dependencies): void {
  const group = program.command('group').description('groups of users, which policies can name');

  limited(remoteCommand(group, 'list', 'list groups', ['catalog group list', 'catalog group list --json']))
    .option('--query <text>', 'a part of the id or of the name')
    .action((options: CallOptions & ListOptions & { query?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const document = `query ($input: ListGroupsInput!) { listGroups(input: $input) { total groups { ${groupFields} } } }`;
        const { query = '*' } = options;
        const found = await pages(deps, options.limit, async (start, count) => {
          const { listGroups } = await catalog.graphql<{ listGroups: { total: number; groups: Group[] } }>(
            document,
            { input: { start, count, query } },
            needs,
          );
          return { total: listGroups.total, items: listGroups.groups };
        });
        await out.list(found, columns);
      }),
    );

  limited(
    remoteCommand(group, 'show <group>', 'show a group and its members', [
      'catalog group show stewards',
      'catalog group show stewards --json',
    ]),
  ).action((id: string, options: CallOptions & ListOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const urn = groupUrn(id);
      const document = `query ($urn: String!, $start: Int!, $count: Int!) { corpGroup(urn: $urn) { ${groupFields}
        relationships(input: {types: ${membership}, direction: INCOMING, start: $start, count: $count}) { total relationships { entity { urn } } } } }`;
      let found: Group | undefined;
      const members = await pages(deps, options.limit, async (start, count) => {
        const { corpGroup } = await catalog.graphql<{ corpGroup: FullGroup | null }>(document, {
          urn,
          start,
          count,
        });
        if (!corpGroup?.properties)
          throw new CommandFailed(`There is no group ${urn}; catalog group create makes one.`);
        const { relationships, ...group } = corpGroup;
        found = group;
        const items = relationships.relationships.map(({ entity }) => entity?.urn ?? '');
        return { total: relationships.total, items };
      });
      out.one({ ...found!, members: [...new Set(members)] }, { ...columns, members: (one) => one.members });
    }),
  );

  remoteCommand(group, 'create <id>', 'create a group without members', [
    'catalog group create stewards --name "Data stewards"',
  ])
    .option('--name <name>', 'the name to show; else the id')
    .option('--description <text>', 'what the group is for')
    .action((id: string, options: CallOptions & { name?: string; description?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const bare = id.replace(/^urn:li:corpGroup:/, '');
        const { name = bare, description } = options;
        const { createGroup: urn } = await catalog.graphql<{ createGroup: string }>(
          'mutation ($input: CreateGroupInput!) { createGroup(input: $input) }',
          { input: { id: bare, name, description } },
          needs,
        );
        out.done(`Created ${urn}.`, urn, { urn });
      }),
    );

  remoteCommand(group, 'remove <group>', 'remove a group, with its place in policies', [
    'catalog group remove stewards --yes',
  ])
    .option('--yes', 'do not ask')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = groupUrn(id);
        await confirm(deps, options.yes, `Remove ${urn}? Its members lose its rights.`);
        await catalog.graphql('mutation ($urn: String!) { removeGroup(urn: $urn) }', { urn }, needs);
        out.done(`Removed ${urn}.`, urn, { urn });
      }),
    );

  for (const [name, operation, input, preposition] of [
    ['add-member', 'addGroupMembers', 'AddGroupMembersInput', 'to'],
    ['remove-member', 'removeGroupMembers', 'RemoveGroupMembersInput', 'from'],
  ] as const) {
    const [verb] = name.split('-');
    remoteCommand(group, `${name} <group> <users...>`, `${verb} users ${preposition} a group: all or none`, [
      `catalog group ${name} stewards jane john`,
    ]).action((id: string, users: string[], options: CallOptions) =>
      calling(deps, options, async ({ catalog, out }) => {
        const groupUrnOf = groupUrn(id);
        const userUrns = users.map(userUrn);
        await catalog.graphql(
          `mutation ($input: ${input}!) { ${operation}(input: $input) }`,
          { input: { groupUrn: groupUrnOf, userUrns } },
          needs,
        );
        const done = name === 'add-member' ? 'Added' : 'Removed';
        const sentence = `${done} ${userUrns.join(', ')} ${preposition} ${groupUrnOf}.`;
        out.done(sentence, userUrns.join('\n'), { group: groupUrnOf, users: userUrns });
      }),
    );
  }
}

interface FullGroup extends Group {
  readonly relationships: Related & { readonly total: number };
}
