import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import { tokenStart } from '../../core/text.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type CallOptions, calling, confirm, remoteCommand, saveLogin, wholeNumber } from './command.js';
import { formatTime, plain } from './output.js';
import { readRecord, recordDocument, tokenFragment, userUrn } from './people.js';
import { secret } from './secret.js';
import { isLogin, parseToken } from './target.js';
import { tokenColumns } from './token-list.js';

const revokeDocument = graphql('mutation ($id: String!) { revokeAccessToken(tokenId: $id) }');
const revokeAllDocument = graphql('mutation ($urn: String!) { revokeAccessTokens(actorUrn: $urn) }');
const rotateDocument = graphql(
  `
    mutation ($id: String!, $overlap: Int!) {
      rotateAccessToken(tokenId: $id, overlapSeconds: $overlap) {
        accessToken
        metadata {
          ...Token
        }
      }
    }
  `,
  [tokenFragment],
);

const needs = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'] as const;
const needsAll = ['MANAGE_ACCESS_TOKENS'] as const;

export function tokenCommands(token: Command, deps: Dependencies): void {
  remoteCommand(token, 'revoke [ids...]', 'end access tokens from the next request on', [
    'catalog token revoke 0DxTzFqGmXlWtZmTS',
    'catalog token revoke --all-of jane --yes',
  ])
    .option('--all-of <user>', 'all live tokens that act as this user')
    .option('--yes', 'do not ask about all tokens of a user')
    .action((ids: string[], options: CallOptions & { allOf?: string; yes?: boolean }, command: Command) => {
      if (ids.length > 0 === (options.allOf !== undefined))
        return command.error('error: give the ids of tokens, or --all-of <user>');
      return options.allOf === undefined ? revoke(ids, options) : revokeAll(options.allOf, options);
    });

  async function revoke(ids: readonly string[], options: CallOptions) {
    for (const id of ids) checkId(id);
    await calling(deps, options, async ({ catalog, out }) => {
      for (const id of ids) {
        await catalog.graphql(revokeDocument, { id }, needs);
        if (!options.json) out.done(`Revoked ${id}.`, id, {});
      }
      if (options.json) out.done('', '', { revoked: ids });
    });
  }

  async function revokeAll(user: string, options: CallOptions & { yes?: boolean }) {
    await calling(deps, options, async ({ catalog, out }) => {
      const urn = userUrn(user);
      await confirm(deps, options.yes, `Revoke all live tokens of ${urn}?`);
      const { revokeAccessTokens: count } = await catalog.graphql(revokeAllDocument, { urn }, needsAll);
      out.done(`Revoked ${count} tokens of ${urn}.`, String(count), { user: urn, count });
    });
  }

  remoteCommand(
    token,
    'rotate [id]',
    'replace a token by a new one that lives as long; default: the one in use',
    ['catalog token rotate', 'catalog token rotate 0DxTzFqGmXlWtZmTS --overlap 600'],
  )
    .option('--overlap <seconds>', 'how long the old token still works', wholeNumber(0, 86_400), 0)
    .addHelpText(
      'after',
      '\nPrints the new text, and nothing else, to standard output. The token of the login is replaced there instead.',
    )
    .action((id: string | undefined, options: CallOptions & { overlap: number }) => rotate(id, options));

  async function rotate(given: string | undefined, options: CallOptions & { overlap: number }) {
    if (given !== undefined) checkId(given);
    await calling(deps, options, async ({ catalog, out }) => {
      const { target } = catalog;
      const own = target.token === null ? null : await readRecord(catalog, target.token);
      const id = given ?? own?.id;
      if (id === undefined)
        throw new CommandFailed('The token in use is not one of this catalog: give the id of a token.', 2);
      const { rotateAccessToken } = await catalog.graphql(
        rotateDocument,
        { id, overlap: options.overlap },
        needs,
      );
      const { accessToken, metadata } = rotateAccessToken!;
      if (id === own?.id && isLogin(target)) {
        try {
          const file = await saveLogin(deps, { url: target.url, token: accessToken });
          out.done(`Rotated; ${file} keeps the new token.`, metadata!.id, { metadata });
          return;
        } catch (error) {
          // The old token has ended: without the new text nobody could log in.
          deps.info((error as Error).message);
        }
      }
      out.text(accessToken, { accessToken, metadata });
    });
  }

  remoteCommand(token, 'whose', 'show the record of a token, whose text standard input has', [
    'catalog token whose < leaked.txt',
  ]).action((options: CallOptions) =>
    calling(deps, options, async ({ catalog, out }) => {
      const token = parseToken(await secret(deps, 'Access token: '), 'the input');
      const { getAccessTokenMetadata } = await catalog.graphql(recordDocument, { token }, needsAll);
      out.one(getAccessTokenMetadata, {
        ...tokenColumns,
        'created by': ({ ownerUrn }) => ownerUrn,
        created: ({ createdAt }) => formatTime(createdAt),
        description: ({ description }) => description,
      });
    }),
  );
}

/** @throws CommandFailed for the text of a token, which must not be on a command line */
export function checkId(id: string): void {
  if (!/^[0-9A-Za-z]{1,64}$/.test(id)) {
    const hint = id.startsWith(tokenStart)
      ? 'This is the text of a token, and other accounts can see it in the list of processes: revoke the token. Its id is the part between the underscores'
      : `"${plain(id.slice(0, 64))}" is no id of a token; catalog token list shows them`;
    throw new CommandFailed(`${hint}.`, 2);
  }
}
