import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand } from './command.js';
import { userUrn } from './people.js';
import { checkId } from './token.js';

const needs = ['MANAGE_ACCESS_TOKENS'] as const;

export function tokenTakeOverCommand(token: Command, deps: Dependencies): void {
  remoteCommand(
    token,
    'take-over <user> [ids...]',
    'take over tokens that a user owns or has rotated for others; default: all such tokens',
    ['catalog token take-over jane --yes', 'catalog token take-over jane 0DxTzFqGmXlWtZmTS'],
  )
    .option('--yes', 'do not ask for confirmation for all tokens of a user')
    .addHelpText(
      'after',
      '\nThe tokens then stay valid after a suspension or removal of that user. The user still knows their texts: rotate them.',
    )
    .action((user: string, ids: string[], options: CallOptions & { yes?: boolean }) => {
      for (const id of ids) checkId(id);
      return calling(deps, options, async ({ catalog, out }) => {
        const urn = userUrn(user);
        if (ids.length === 0) await confirm(deps, options.yes, `Take over all tokens of others from ${urn}?`);
        const { takeOverAccessTokens: count } = await catalog.graphql(
          graphql(
            'mutation ($urn: String!, $ids: [String!]) { takeOverAccessTokens(fromUrn: $urn, tokenIds: $ids) }',
          ),
          { urn, ids: ids.length === 0 ? null : ids },
          needs,
        );
        out.done(`Took over ${count} tokens from ${urn}.`, String(count), { user: urn, count });
      });
    });
}
