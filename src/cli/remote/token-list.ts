import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, remoteCommand } from './command.js';
import { type Columns, formatTime } from './output.js';
import { type ListOptions, limited, pages } from './paging.js';
import { callerUrn, type TokenRecord, tokenFragment, userUrn } from './people.js';

interface Options extends CallOptions, ListOptions {
  readonly for?: string;
  readonly all?: boolean;
}

const listDocument = graphql(
  'query ($input: ListAccessTokenInput!) { listAccessTokens(input: $input) { total tokens { ...Token } } }',
  [tokenFragment],
);

/** How tokens are shown. */
export const tokenColumns: Columns<TokenRecord> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  user: ({ actorUrn }) => actorUrn,
  ends: describeEnd,
  'last used': ({ lastUsedAt }) => formatTime(lastUsedAt) ?? 'never',
  scopes: ({ scopes }) => scopes,
};

/** Returns when a token ends, or the users whose suspension blocks it. */
function describeEnd({ expiresAt, withdrawnAt, withdrawnBecauseOf }: TokenRecord): string {
  if (withdrawnAt !== null) return `refused while ${withdrawnBecauseOf.join(' and ')} is suspended`;
  return formatTime(expiresAt) ?? 'never';
}

export function tokenListCommand(token: Command, deps: Dependencies): void {
  limited(
    remoteCommand(token, 'list', 'list access tokens that are not revoked, newest first; yours by default', [
      'catalog token list',
      'catalog token list --for jane --json',
      'catalog token list --all --limit 500',
    ]),
  )
    .option('--for <user>', 'tokens that act as this user')
    .option('--all', 'tokens of all users')
    .action((options: Options) =>
      calling(deps, options, async ({ catalog, out }) => {
        const actor = options.for === undefined ? await callerUrn(catalog) : userUrn(options.for);
        const filters = options.all ? [] : [{ field: 'actorUrn', value: actor }];
        const found = await pages(deps, options.limit, async (start, count) => {
          const { listAccessTokens } = await catalog.graphql(
            listDocument,
            { input: { start, count, filters } },
            needed(options),
          );
          return { total: listAccessTokens.total, items: listAccessTokens.tokens };
        });
        await out.list(found, tokenColumns);
      }),
    );
}

const needed = (options: Options) =>
  options.all || options.for !== undefined
    ? (['MANAGE_ACCESS_TOKENS'] as const)
    : (['GENERATE_PERSONAL_ACCESS_TOKENS'] as const);
