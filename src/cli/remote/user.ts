import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { editTexts, lineArgument, nameArgument } from './edit.js';
import { type ListOptions, limited, pages } from './paging.js';
import { userUrn } from './people.js';
import { readUser, userColumns, userFields, userFragment } from './user-model.js';

const listDocument = graphql(
  'query ($input: ListUsersInput!) { listUsers(input: $input) { total users { ...User } } }',
  [userFragment],
);
const createDocument = graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) }');
const statusDocument = graphql(
  'mutation ($urn: String!, $status: CorpUserStatus!) { updateUserStatus(urn: $urn, status: $status) }',
);
const removeDocument = graphql('mutation ($urn: String!) { removeUser(urn: $urn) }');
interface Texts {
  readonly name?: string;
  readonly email?: string;
  readonly title?: string;
}

const needs = ['MANAGE_USERS_AND_GROUPS'] as const;

export function userCommands(program: Command, deps: Dependencies): void {
  const user = program.command('user').description('users of the catalog');

  limited(
    remoteCommand(user, 'list', 'list users', ['catalog user list', 'catalog user list --query jane --json']),
    userColumns,
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
        await out.list(found, userColumns);
      }),
    );

  remoteCommand(user, 'show <user>', 'show a user, its groups and its platform privileges', [
    'catalog user show jane',
    'catalog user show urn:li:corpuser:jane --json',
  ]).action((id: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) =>
      out.one(await readUser(catalog, userUrn(id)), userFields),
    ),
  );

  remoteCommand(user, 'create <id>', 'create a user without rights', [
    'catalog user create jane --name "Jane Doe" --email jane@example.com',
  ])
    .option('--name <name>', 'display name')
    .option('--email <address>', 'email address')
    .option('--title <title>', 'job title')
    .action((id: string, options: CallOptions & Texts) =>
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

  remoteCommand(user, 'edit <user>', 'change the name, the email address or the job title of a user', [
    'catalog user edit jane --name "Jane Roe" --email jane.roe@example.com',
    'catalog user edit jane --title ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--email <address>', 'email address; an empty text removes it', lineArgument)
    .option('--title <title>', 'job title; an empty text removes it', lineArgument)
    .action((id: string, options: CallOptions & Texts) =>
      calling(deps, options, async (call) => {
        const urn = userUrn(id);
        const { editableProperties: profile } = await readUser(call.catalog, urn);
        const { name, email, title } = options;
        const texts = [
          { option: 'name', member: 'displayName', value: name, profile: profile?.displayName },
          { option: 'email', member: 'email', value: email, profile: profile?.email },
          { option: 'title', member: 'title', value: title, profile: profile?.title },
        ];
        await editTexts(call, { urn, aspectName: 'corpUserInfo', texts }, deps.info);
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
