import { type Command, Option } from 'commander';
import { listTokens, type TokenRecord } from '../../client/token.js';
import type { Dependencies } from '../dependencies.js';
import type { Client } from './client.js';
import { type Columns, formatTime } from './output.js';
import { type PageInput, pages } from './paging.js';
import { callerUrn, checkUser, userUrn } from './people.js';
import { addTo, type ListOptions } from './remote-command.js';
import { durationArgument } from './time.js';

interface Options extends ListOptions {
  readonly for?: string;
  /** The same as `for`. */
  readonly user?: string;
  readonly all?: boolean;
  /** ms */
  readonly ending?: number;
  /** ms; true: never used */
  readonly unused?: number | true;
}

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
  const add = addTo(token, deps);
  add('list', 'list access tokens that are not revoked, newest first; yours by default', [
    'catalog token list',
    'catalog token list --for jane --json',
    'catalog token list --all --limit 500',
    'catalog token list --ending 30d --unused --user jane',
    'catalog token list --all --unused 90d',
  ])
    .limit()
    .table(tokenColumns)
    .option('--for <user>', 'tokens that act as this user')
    .addOption(new Option('--user <user>', 'the same').conflicts('for'))
    .addOption(new Option('--all', 'tokens of all users').conflicts(['for', 'user']))
    .option('--ending <duration>', 'tokens that end within this time, such as 12h or 30d', durationArgument)
    .option(
      '--unused [duration]',
      'tokens that were never used; with a duration, that are older and were not used for this time',
      durationArgument,
    )
    .run(async (call, options: Options) => {
      const filters = [
        ...(options.all ? [] : [await actorFilter(call.catalog, options)]),
        ...timeFilters(options, deps.session.now()),
      ];
      const toVariables = (page: PageInput) => ({ input: { ...page, filters } });
      const { limit } = options;
      const found = await pages(call, listTokens, toVariables, { limit, needs: needed(options) });
      const user = options.for ?? options.user;
      if (found.length === 0 && user !== undefined) await checkUser(call.catalog, userUrn(user));
      await call.out.list(found, tokenColumns);
    });
}

async function actorFilter(catalog: Client, options: Options) {
  const user = options.for ?? options.user;
  return { field: 'actorUrn', value: user === undefined ? await callerUrn(catalog) : userUrn(user) };
}

function timeFilters({ ending, unused }: Options, now: number) {
  const compared = (field: string, condition: 'GREATER_THAN' | 'LESS_THAN_OR_EQUAL_TO', time: number) =>
    ({ field, condition, value: String(time) }) as const;
  return [
    ...(ending === undefined
      ? []
      : [
          compared('expiresAt', 'GREATER_THAN', now),
          compared('expiresAt', 'LESS_THAN_OR_EQUAL_TO', now + ending),
        ]),
    ...(unused === true ? [{ field: 'lastUsedAt', condition: 'EXISTS', negated: true } as const] : []),
    ...(typeof unused === 'number'
      ? [
          compared('createdAt', 'LESS_THAN_OR_EQUAL_TO', now - unused),
          // Negated, it matches tokens that were never used too.
          { ...compared('lastUsedAt', 'GREATER_THAN', now - unused), negated: true },
        ]
      : []),
  ];
}

const needed = (options: Options) =>
  options.all || options.for !== undefined || options.user !== undefined
    ? (['MANAGE_ACCESS_TOKENS'] as const)
    : (['GENERATE_PERSONAL_ACCESS_TOKENS'] as const);
