import type { Command } from 'commander';
import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { editTexts, lineArgument, nameArgument } from './edit.js';
import { findNamed } from './named.js';
import { type Columns, formatTime, plain } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { isServiceAccount } from './people.js';
import { readUser, userFields } from './user-model.js';

const accountFragment = graphql(`
  fragment Account on ServiceAccount {
    urn
    displayName
    description
    createdAt
    createdBy
  }
`);

const listDocument = graphql(
  `
    query ($input: ListServiceAccountsInput!) {
      listServiceAccounts(input: $input) {
        total
        serviceAccounts {
          ...Account
        }
      }
    }
  `,
  [accountFragment],
);
const createDocument = graphql(
  'mutation ($input: CreateServiceAccountInput!) { createServiceAccount(input: $input) { ...Account } }',
  [accountFragment],
);
const deleteDocument = graphql('mutation ($urn: String!) { deleteServiceAccount(urn: $urn) }');

const needs = ['MANAGE_SERVICE_ACCOUNTS'] as const;

const columns: Columns<FragmentOf<typeof accountFragment>> = {
  account: ({ urn }) => urn,
  name: ({ displayName }) => displayName,
  description: ({ description }) => description,
  created: ({ createdAt }) => formatTime(createdAt),
  'created by': ({ createdBy }) => createdBy,
};

export function serviceAccountCommands(program: Command, deps: Dependencies): void {
  const account = program
    .command('service-account')
    .description('accounts of programs, which call with their own tokens');

  limited(
    remoteCommand(account, 'list', 'list service accounts', [
      'catalog service-account list',
      'catalog service-account list --query nightly --json',
    ]),
    columns,
  )
    .option('--query <text>', 'a part of the id, the name or the description')
    .action((options: CallOptions & ListOptions & { query?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { query = '*', limit } = options;
        await out.list(await listAccounts(catalog, query, limit, deps), columns);
      }),
    );

  remoteCommand(account, 'show <account>', 'show a service account, its groups and its platform privileges', [
    'catalog service-account show "Nightly job"',
  ]).action((text: string, options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const { user, title, email: _, ...fields } = userFields;
      const shown = { account: user!, ...fields, description: title! };
      out.one(await readUser(catalog, await findAccount(catalog, text, deps)), shown);
    }),
  );

  remoteCommand(account, 'create <name>', 'create a service account without rights and tokens', [
    'catalog service-account create "Nightly job" --description "Loads the sales"',
  ])
    .option('--description <text>', 'what the account is for', lineArgument)
    .action((name: string, options: CallOptions & { description?: string }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const { description } = options;
        const { createServiceAccount } = await catalog.graphql(
          createDocument,
          { input: { displayName: name, description } },
          needs,
        );
        const { urn } = createServiceAccount!;
        const next = `catalog policy grant ${urn} grants rights, and catalog token create --for ${urn} creates a token.`;
        out.done(`Created ${urn}; ${next}`, urn, createServiceAccount!);
      }),
    );

  remoteCommand(account, 'edit <account>', 'change the name or the description of a service account', [
    'catalog service-account edit "Nightly job" --name "Nightly load" --description ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--description <text>', 'what the account is for; an empty text removes it', lineArgument)
    .action((text: string, options: CallOptions & { name?: string; description?: string }) =>
      calling(deps, options, async (call) => {
        const urn = await findAccount(call.catalog, text, deps);
        const { editableProperties: profile } = await readUser(call.catalog, urn);
        const { name, description } = options;
        const texts = [
          { option: 'name', member: 'displayName', value: name, profile: profile?.displayName },
          { option: 'description', member: 'title', value: description, profile: profile?.title },
        ];
        await editTexts(call, { urn, aspectName: 'corpUserInfo', texts }, deps.info);
      }),
    );

  remoteCommand(account, 'delete <account>', 'delete a service account, its tokens and its memberships', [
    'catalog service-account delete "Nightly job"',
    'catalog service-account delete "Nightly job" --yes',
  ])
    .option('--yes', 'do not ask for confirmation')
    .action((text: string, options: CallOptions & { yes?: boolean }) =>
      calling(deps, options, async ({ catalog, out }) => {
        const urn = await findAccount(catalog, text, deps);
        const lost = 'Its tokens, and tokens that it created for others, end.';
        await confirm(deps, options.yes, `Delete the service account ${plain(text)}? ${lost}`);
        await catalog.graphql(deleteDocument, { urn }, needs);
        out.done(`Deleted ${urn}.`, urn, { urn });
      }),
    );
}

const listAccounts = (catalog: Client, query: string, limit: number, deps: Dependencies) =>
  pages(deps, limit, async (start, count) => {
    const { listServiceAccounts } = await catalog.graphql(
      listDocument,
      { input: { start, count, query } },
      needs,
    );
    return { total: listServiceAccounts!.total, items: listServiceAccounts!.serviceAccounts };
  });

const maxCandidates = 10_000;

/** Returns the URN of a service account that is given by its URN, its id or its name. @throws CommandFailed */
async function findAccount(catalog: Client, text: string, deps: Dependencies): Promise<string> {
  const urn = text.startsWith('urn:') ? text : `urn:li:corpuser:${text}`;
  if (isServiceAccount(urn)) return urn;
  if (text.startsWith('urn:') || text === '')
    throw new CommandFailed(
      `"${plain(text)}" is not a service account: expected urn:li:corpuser:service_<id>, the id or the name.`,
      2,
    );
  const accounts = await listAccounts(catalog, text, maxCandidates, deps);
  const candidates = accounts.map(({ urn, displayName: name }) => ({ urn, name }));
  const found = findNamed(candidates, text, 'service accounts');
  if (found !== null) return found;
  throw new CommandFailed(
    `There is no service account "${plain(text)}"; catalog service-account list shows them.`,
  );
}
