import type { Command } from 'commander';
import {
  createServiceAccount as createDocument,
  deleteServiceAccount,
  listServiceAccounts,
  type ServiceAccount,
} from '../../client/user.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import type { Call } from './command.js';
import { editTexts, lineArgument, nameArgument } from './edit.js';
import { findNamed } from './named.js';
import { type Columns, formatTime, plain } from './output.js';
import { type PageInput, pages } from './paging.js';
import { isServiceAccount } from './people.js';
import { addTo } from './remote-command.js';
import { readUser, userFields } from './user-model.js';

interface Texts {
  readonly name?: string;
  readonly description?: string;
}

const needs = ['MANAGE_SERVICE_ACCOUNTS'] as const;

const columns: Columns<ServiceAccount> = {
  account: ({ urn }) => urn,
  name: ({ displayName }) => displayName,
  description: ({ description }) => description,
  created: ({ createdAt }) => formatTime(createdAt),
  'created by': ({ createdBy }) => createdBy,
};

export function serviceAccountCommands(program: Command, deps: Dependencies): void {
  const add = addTo(
    program.command('service-account').description('accounts of programs, which call with their own tokens'),
    deps,
  );

  add('list', 'list service accounts', [
    'catalog service-account list',
    'catalog service-account list --query nightly --json',
  ]).list({
    query: 'a part of the id, the name or the description',
    columns,
    document: listServiceAccounts,
    toVariables: (page, { query = '*' }: { query?: string }) => ({ input: { ...page, query } }),
    needs,
  });

  add('show <account>', 'show a service account, its groups and its platform privileges', [
    'catalog service-account show "Nightly job"',
  ]).run(async (call, text: string) => {
    const { user, title, email: _, ...fields } = userFields;
    const shown = { account: user!, ...fields, description: title! };
    call.out.one(await readUser(call.catalog, await findAccount(text, call)), shown);
  });

  add('create <name>', 'create a service account without rights and tokens', [
    'catalog service-account create "Nightly job" --description "Loads the sales"',
  ])
    .option('--description <text>', 'what the account is for', lineArgument)
    .run(async ({ catalog, out }, displayName: string, { description }: Texts) => {
      const { createServiceAccount } = await catalog.graphql(
        createDocument,
        { input: { displayName, description } },
        needs,
      );
      const { urn } = createServiceAccount!;
      const next = `catalog policy grant ${urn} grants rights, and catalog token create --for ${urn} creates a token.`;
      out.done(`Created ${urn}; ${next}`, urn, createServiceAccount!);
    });

  add('edit <account>', 'change the name or the description of a service account', [
    'catalog service-account edit "Nightly job" --name "Nightly load" --description ""',
  ])
    .option('--name <name>', 'display name', nameArgument)
    .option('--description <text>', 'what the account is for; an empty text removes it', lineArgument)
    .run(async (call, text: string, options: Texts) => {
      const urn = await findAccount(text, call);
      const { editableProperties: profile } = await readUser(call.catalog, urn);
      const members = { name: 'displayName', description: 'title' };
      await editTexts(call, { urn, aspectName: 'corpUserInfo', options, members, profile });
    });

  add('delete <account>', 'delete a service account, its tokens and its memberships', [
    'catalog service-account delete "Nightly job"',
    'catalog service-account delete "Nightly job" --yes',
  ]).remove({
    find: findAccount,
    question: (_, text) =>
      `Delete the service account ${plain(text)}? Its tokens, and tokens that it created for others, end.`,
    ...{ document: deleteServiceAccount, needs, done: 'Deleted' },
  });
}

const maxCandidates = 10_000;

/** Returns the URN of a service account that is given by its URN, its id or its name. @throws CommandFailed */
async function findAccount(text: string, call: Call): Promise<string> {
  const urn = text.startsWith('urn:') ? text : `urn:li:corpuser:${text}`;
  if (isServiceAccount(urn)) return urn;
  if (text.startsWith('urn:') || text === '')
    throw new CommandFailed(
      `"${plain(text)}" is not a service account: expected urn:li:corpuser:service_<id>, the id or the name.`,
      2,
    );
  const toVariables = (page: PageInput) => ({ input: { ...page, query: text } });
  const accounts = await pages(call, listServiceAccounts, toVariables, { limit: maxCandidates, needs });
  const candidates = accounts.map(({ urn, displayName: name }) => ({ urn, name }));
  const found = findNamed(candidates, text, 'service accounts');
  if (found !== null) return found;
  throw new CommandFailed(
    `There is no service account "${plain(text)}"; catalog service-account list shows them.`,
  );
}
