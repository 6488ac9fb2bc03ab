import type { Command } from 'commander';
import { createUser, listUsers, removeUser, updateUserStatus } from '../../client/user.js';
import type { Dependencies } from '../dependencies.js';
import { editTexts, lineArgument, nameArgument } from './edit.js';
import { userUrn } from './people.js';
import { addTo } from './remote-command.js';
import { readUser, userColumns, userFields } from './user-model.js';

interface Texts {
  readonly name?: string;
  readonly email?: string;
  readonly title?: string;
}

const needs = ['MANAGE_USERS_AND_GROUPS'] as const;

export function userCommands(program: Command, deps: Dependencies): void {
  const add = addTo(program.command('user').description('users of the catalog'), deps);

  add('list', 'list users', ['catalog user list', 'catalog user list --query jane --json']).list({
    query: 'a part of the id, the name or the email address',
    columns: userColumns,
    document: listUsers,
    toVariables: (page, { query = '*' }: { query?: string }) => ({ input: { ...page, query } }),
    needs,
  });

  add('show <user>', 'show a user, its groups and its platform privileges', [
    'catalog user show jane',
    'catalog user show urn:li:corpuser:jane --json',
  ]).run(async ({ catalog, out }, id: string) => out.one(await readUser(catalog, userUrn(id)), userFields));

  add('create <id>', 'create a user without rights', [
    'catalog user create jane --name "Jane Doe" --email jane@example.com',
  ])
    .option('--name <name>', 'display name')
    .option('--email <address>', 'email address')
    .option('--title <title>', 'job title')
    .run(async ({ catalog, out }, given: string, { name: displayName, email, title }: Texts) => {
      const id = given.replace(/^urn:li:corpuser:/, '');
      const input = { id, displayName, email, title };
      const urn = (await catalog.graphql(createUser, { input }, needs)).createUser!;
      out.done(`Created ${urn}; use catalog policy grant to grant rights.`, urn, { urn });
    });

  add('edit <user>', 'change the name, the email address or the job title of a user', [
    'catalog user edit jane --name "Jane Roe" --email jane.roe@example.com',
    'catalog user edit jane --title ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--email <address>', 'email address; an empty text removes it', lineArgument)
    .option('--title <title>', 'job title; an empty text removes it', lineArgument)
    .run(async (call, id: string, options: Texts) => {
      const urn = userUrn(id);
      const { editableProperties: profile } = await readUser(call.catalog, urn);
      const members = { name: 'displayName', email: 'email', title: 'title' };
      await editTexts(call, { urn, aspectName: 'corpUserInfo', options, members, profile });
    });

  for (const [name, status, done, help] of [
    ['suspend', 'SUSPENDED', 'Suspended', 'suspend a user: refuse all calls from now on'],
    ['activate', 'ACTIVE', 'Activated', 'end the suspension of a user'],
  ] as const)
    add(`${name} <user>`, help, [`catalog user ${name} jane`]).run(async ({ catalog, out }, id: string) => {
      const urn = userUrn(id);
      await catalog.graphql(updateUserStatus, { urn, status }, needs);
      out.done(`${done} ${urn}.`, urn, { urn, status });
    });

  add('remove <user>', 'remove a user, its tokens, its memberships and its entries in policies', [
    'catalog user remove jane',
    'catalog user remove jane --yes',
  ]).remove({
    find: userUrn,
    question: (urn) => `Remove ${urn}? Its tokens, and tokens that it created for others, end.`,
    ...{ document: removeUser, needs, done: 'Removed' },
  });
}
