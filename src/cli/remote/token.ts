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
  remoteCommand(token, 'revoke [ids...]', 'revoke access tokens; takes effect on the next request', [
    'catalog token revoke 0DxTzFqGmXlWtZmTS',
    'catalog token revoke --all-of jane --yes',
  ])
    .option('--all-of <user>', 'all live tokens that act as this user')
    .option('--yes', 'do not ask for confirmation for all tokens of a user')
    .action((ids: string[], options: CallOptions & { allOf?: string; yes?: boolean }, command: Command) => {
      if (ids.length > 0 === (options.allOf !== undefined))
        return command.error('error: pass the ids of tokens, or --all-of <user>');
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
    'replace a token by a new token with the same lifetime; default: the token in use',
    ['catalog token rotate', 'catalog token rotate 0DxTzFqGmXlWtZmTS --overlap 600'],
  )
    .option('--overlap <seconds>', 'seconds for which the old token still works', wholeNumber(0, 86_400), 0)
    .addHelpText(
      'after',
      '\nPrints only the new text to standard output. If the token of the login is rotated, the login is updated instead.',
    )
    .action((id: string | undefined, options: CallOptions & { overlap: number }) => rotate(id, options));

  async function rotate(given: string | undefined, options: CallOptions & { overlap: number }) {
    if (given !== undefined) checkId(given);
    await calling(deps, options, async ({ catalog, out }) => {
      const { target } = catalog;
      const own = target.token === null ? null : await readRecord(catalog, target.token);
      const id = given ?? own?.id;
      if (id === undefined)
        throw new CommandFailed(
          'The token in use is not a token of this catalog: pass the id of a token.',
          2,
        );
      const { rotateAccessToken } = await catalog.graphql(
        rotateDocument,
        { id, overlap: options.overlap },
        needs,
      );
      const { accessToken, metadata } = rotateAccessToken!;
      if (id === own?.id && isLogin(target)) {
        try {
          const file = await saveLogin(deps, { url: target.url, token: accessToken });
          out.done(`Rotated; the new token is stored in ${file}.`, metadata!.id, { metadata });
          return;
        } catch (error) {
          // The old token has ended: without the new text, the user could not log in.
          deps.info((error as Error).message);
        }
      }
      out.text(accessToken, { accessToken, metadata });
    });
  }

  remoteCommand(token, 'whose', 'show the record of a token; reads its text from standard input', [
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
      : `"${plain(id.slice(0, 64))}" is not the id of a token; catalog token list shows the ids`;
    throw new CommandFailed(`${hint}.`, 2);
  }
}
