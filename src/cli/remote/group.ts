import type { Command } from 'commander';
import { type FragmentOf, graphql } from '../../client/documents.js';
import { addGroupMembers, createGroup, removeGroup, removeGroupMembers } from '../../client/group.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { descriptionArgument, editTexts, nameArgument } from './edit.js';
import type { Columns } from './output.js';
import { collectPages } from './paging.js';
import { groupUrn, userUrn } from './people.js';
import { addTo, type ListOptions } from './remote-command.js';

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
const groupDocument = graphql('query ($urn: String!) { corpGroup(urn: $urn) { ...Group } }', [groupFragment]);

interface Texts {
  readonly name?: string;
  readonly description?: string;
}

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
  const add = addTo(
    program.command('group').description('groups of users, to which policies can grant privileges'),
    deps,
  );

  add('list', 'list groups', ['catalog group list', 'catalog group list --json']).list({
    query: 'a part of the id or of the name',
    columns,
    document: listDocument,
    toVariables: (page, { query = '*' }: { query?: string }) => ({ input: { ...page, query } }),
    needs,
  });

  add('show <group>', 'show a group and its members', [
    'catalog group show stewards',
    'catalog group show stewards --json',
  ])
    .limit()
    .run(async ({ catalog, out }, id: string, { limit }: ListOptions) => {
      const urn = groupUrn(id);
      let found: Group | undefined;
      const members = await collectPages(deps, limit, async (start, count) => {
        const { corpGroup } = await catalog.graphql(showDocument, { urn, start, count });
        if (!corpGroup?.properties) throw noGroup(urn);
        const { relationships, ...group } = corpGroup;
        found = group;
        const items = relationships!.relationships.map(({ entity }) => entity?.urn ?? '');
        return { total: relationships!.total, items };
      });
      out.one({ ...found!, members: [...new Set(members)] }, { ...columns, members: (one) => one.members });
    });

  add('create <id>', 'create a group without members', [
    'catalog group create stewards --name "Data stewards"',
  ])
    .option('--name <name>', 'display name; default: the id')
    .option('--description <text>', 'what the group is for')
    .run(async ({ catalog, out }, given: string, { name, description }: Texts) => {
      const id = given.replace(/^urn:li:corpGroup:/, '');
      const input = { id, name: name ?? id, description };
      const urn = (await catalog.graphql(createGroup, { input }, needs)).createGroup!;
      out.done(`Created ${urn}.`, urn, { urn });
    });

  add('edit <group>', 'change the name or the description of a group', [
    'catalog group edit stewards --name "Stewards of data" --description "They decide on tags."',
    'catalog group edit stewards --description ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--description <text>', 'what the group is for; an empty text removes it', descriptionArgument)
    .run(async (call, id: string, options: Texts) => {
      const urn = groupUrn(id);
      const { corpGroup } = await call.catalog.graphql(groupDocument, { urn });
      if (!corpGroup?.properties) throw noGroup(urn);
      const { editableProperties: profile } = corpGroup;
      const members = { name: 'displayName', description: 'description' };
      await editTexts(call, { urn, aspectName: 'corpGroupInfo', options, members, profile });
    });

  add('remove <group>', 'remove a group, and its entries in policies', [
    'catalog group remove stewards --yes',
  ]).remove({
    find: groupUrn,
    question: (urn) => `Remove ${urn}? Its members lose its rights.`,
    ...{ document: removeGroup, needs, done: 'Removed' },
  });

  for (const [verb, document, preposition, done] of [
    ['add', addGroupMembers, 'to', 'Added'],
    ['remove', removeGroupMembers, 'from', 'Removed'],
  ] as const)
    add(`${verb}-member <group> <users...>`, `${verb} users ${preposition} a group: all or none`, [
      `catalog group ${verb}-member stewards jane john`,
    ]).run(async ({ catalog, out }, id: string, given: string[]) => {
      const input = { groupUrn: groupUrn(id), userUrns: given.map(userUrn) };
      await catalog.graphql<object, { input: typeof input }>(document, { input }, needs);
      const { groupUrn: urn, userUrns: users } = input;
      const sentence = `${done} ${users.join(', ')} ${preposition} ${urn}.`;
      out.done(sentence, users.join('\n'), { group: urn, users });
    });
}
