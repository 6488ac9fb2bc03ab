import type { Command } from 'commander';
import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { Refused } from './failure.js';
import type { Columns } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { groupsFragment, listUrns, userUrn } from './people.js';
import { readPlatformPrivileges } from './status.js';

const userFragment = graphql(`
  fragment User on CorpUser {
    urn
    username
    status
    properties {
      displayName
      fullName
      email
      title
    }
  }
`);

type User = FragmentOf<typeof userFragment>;

const listDocument = graphql(
  'query ($input: ListUsersInput!) { listUsers(input: $input) { total users { ...User } } }',
  [userFragment],
);
const createDocument = graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) }');
const statusDocument = graphql(
  'mutation ($urn: String!, $status: CorpUserStatus!) { updateUserStatus(urn: $urn, status: $status) }',
);
const removeDocument = graphql('mutation ($urn: String!) { removeUser(urn: $urn) }');
const showDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { ...User ...Groups } }', [
  userFragment,
  groupsFragment,
]);

const needs = ['MANAGE_USERS_AND_GROUPS'] as const;

const columns: Columns<User> = {
  user: ({ urn }) => urn,
  status: ({ status }) => status,
  name: ({ properties }) => properties?.displayName ?? properties?.fullName,
  email: ({ properties }) => properties?.email,
};

export function userCommands(program: Command, deps: Dependencies): void {
  const user = program.command('user').description('users of the catalog');

  limited(
    remoteCommand(user, 'list', 'list users', ['catalog user list', 'catalog user list --query jane --json']),
  )
    .option('--query <text>', 'a part of the id, the name or the email address')
    .action((options: CallOptions & ListOptions & { query?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { query = '*' } = options;
        const found = await pages(deps, options.limit, async (start, count) => {
          const { listUsers } = await catalog.graphql(
            listDocument,
            { input: { start, count, query } },
            needs,
          );
          return { total: listUsers!.total, items: listUsers!.users };
        });
        await out.list(found, columns);
      }),
    );

  remoteCommand(user, 'show <user>', 'show a user, its groups and its platform privileges', [
    'catalog user show jane',
    'catalog user show urn:li:corpuser:jane --json',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => out.one(await read(catalog, userUrn(id)), fields)),
  );

  remoteCommand(user, 'create <id>', 'create a user without rights', [
    'catalog user create jane --name "Jane Doe" --email jane@example.com',
  ])
    .option('--name <name>', 'display name')
    .option('--email <address>', 'email address')
    .option('--title <title>', 'job title')
    .action((id: string, options: CallOptions & { name?: string; email?: string; title?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { name: displayName, email, title } = options;
        const { createUser } = await catalog.graphql(
          createDocument,
          { input: { id: id.replace(/^urn:li:corpuser:/, ''), displayName, email, title } },
          needs,
        );
        const urn = createUser!;
        out.done(`Created ${urn}; use catalog policy grant to grant rights.`, urn, { urn });
      }),
    );

  for (const [name, status, done] of [
    ['suspend', 'SUSPENDED', 'Suspended'],
    ['activate', 'ACTIVE', 'Activated'],
  ] as const) {
    const description =
      name === 'suspend' ? 'suspend a user: refuse all calls from now on' : 'end the suspension of a user';
    remoteCommand(user, `${name} <user>`, description, [`catalog user ${name} jane`]).action(
      (id: string, options: CallOptions) =>
        calling(deps, options, async ({ catalog, out }) => {
          const urn = userUrn(id);
          await catalog.graphql(statusDocument, { urn, status }, needs);
          out.done(`${done} ${urn}.`, urn, { urn, status });
        }),
    );
  }

  remoteCommand(
    user,
    'remove <user>',
    'remove a user, its tokens, its memberships and its entries in policies',
    ['catalog user remove jane', 'catalog user remove jane --yes'],
  )
    .option('--yes', 'do not ask for confirmation')
    .action((id: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = userUrn(id);
        const lost = 'Its tokens, and tokens that it created for others, end.';
        await confirm(deps, options.yes, `Remove ${urn}? ${lost}`);
        await catalog.graphql(removeDocument, { urn }, needs);
        out.done(`Removed ${urn}.`, urn, { urn });
      }),
    );
}

type FullUser = Awaited<ReturnType<typeof read>>;

const fields: Columns<FullUser> = {
  ...columns,
  title: ({ properties }) => properties?.title,
  groups: ({ groups }) => groups,
  privileges: ({ platformPrivileges }) => platformPrivileges ?? 'unknown: requires MANAGE_POLICIES',
};

async function read(catalog: Client, urn: string) {
  const { corpUser } = await catalog.graphql(showDocument, { urn });
  if (!corpUser?.status)
    throw new CommandFailed(`There is no user ${urn}; create one with catalog user create.`);
  const { relationships, ...user } = corpUser;
  const groups = listUrns(relationships);
  const platformPrivileges = await readPlatformPrivileges(catalog, urn).catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
  return { ...user, groups, platformPrivileges };
}
