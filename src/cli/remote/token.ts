import type { Command } from 'commander';
import { graphql } from '../../client/documents.js';
import { revokeToken, revokeTokens, rotateToken, tokenRecord } from '../../client/token.js';
import { tokenStart } from '../../core/text.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { type Call, confirm, saveLogin, secret, wholeNumber } from './command.js';
import { formatTime, plain } from './output.js';
import { readRecord, userUrn } from './people.js';
import { addTo } from './remote-command.js';
import { isLogin, parseToken } from './target.js';
import { tokenColumns } from './token-list.js';

const takeOverDocument = graphql(
  'mutation ($urn: String!, $ids: [String!]) { takeOverAccessTokens(fromUrn: $urn, tokenIds: $ids) }',
);

interface RevokeOptions {
  readonly allOf?: string;
  readonly yes?: boolean;
}

const needs = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'] as const;
const needsAll = ['MANAGE_ACCESS_TOKENS'] as const;

export function tokenCommands(token: Command, deps: Dependencies): void {
  const add = addTo(token, deps);
  add('revoke [ids...]', 'revoke access tokens; takes effect on the next request', [
    'catalog token revoke 0DxTzFqGmXlWtZmTS',
    'catalog token revoke --all-of jane --yes',
  ])
    .option('--all-of <user>', 'all live tokens that act as this user')
    .option('--yes', 'do not ask for confirmation for all tokens of a user')
    .check((ids: string[], { allOf }: RevokeOptions, command: Command) => {
      if (ids.length > 0 === (allOf !== undefined))
        command.error('error: pass the ids of tokens, or --all-of <user>');
      ids.forEach(checkId);
    })
    .run(async ({ catalog, out }, ids: string[], { allOf, yes }: RevokeOptions) => {
      if (allOf !== undefined) {
        const urn = userUrn(allOf);
        await confirm(deps, yes, `Revoke all live tokens of ${urn}?`);
        const { revokeAccessTokens: count } = await catalog.graphql(
          revokeTokens,
          { actorUrn: urn },
          needsAll,
        );
        return out.done(`Revoked ${count} tokens of ${urn}.`, String(count), { user: urn, count });
      }
      for (const id of ids) {
        await catalog.graphql(revokeToken, { tokenId: id }, needs);
        if (!out.isJson) out.done(`Revoked ${id}.`, id, {});
      }
      if (out.isJson) out.json({ revoked: ids });
    });

  add('rotate [id]', 'replace a token by a new token with the same lifetime; default: the token in use', [
    'catalog token rotate',
    'catalog token rotate 0DxTzFqGmXlWtZmTS --overlap 600',
  ])
    .option('--overlap <seconds>', 'seconds for which the old token still works', wholeNumber(0, 86_400), 0)
    .notes(
      'Prints only the new text to standard output. If the token of the login is rotated, the login is updated instead.',
    )
    .check((given: string | undefined) => {
      if (given !== undefined) checkId(given);
    })
    .run(rotate);

  add('whose', 'show the record of a token; reads its text from standard input', [
    'catalog token whose < leaked.txt',
  ]).run(async ({ catalog, out }) => {
    const token = parseToken(await secret(deps, 'Access token: '), 'the input');
    const { getAccessTokenMetadata } = await catalog.graphql(tokenRecord, { token }, needsAll);
    out.one(getAccessTokenMetadata, {
      ...tokenColumns,
      'created by': ({ ownerUrn }) => ownerUrn,
      created: ({ createdAt }) => formatTime(createdAt),
      description: ({ description }) => description,
    });
  });

  add(
    'take-over <user> [ids...]',
    'take over tokens that a user owns or has rotated for others; default: all such tokens',
    ['catalog token take-over jane --yes', 'catalog token take-over jane 0DxTzFqGmXlWtZmTS'],
  )
    .option('--yes', 'do not ask for confirmation for all tokens of a user')
    .notes(
      'The tokens then stay valid after a suspension or removal of that user. The user still knows their texts: rotate them.',
    )
    .check((_user: string, ids: string[]) => ids.forEach(checkId))
    .run(async ({ catalog, out }, user: string, given: string[], { yes }: { yes?: boolean }) => {
      const urn = userUrn(user);
      const ids = given.length === 0 ? null : given;
      if (ids === null) await confirm(deps, yes, `Take over all tokens of others from ${urn}?`);
      const { takeOverAccessTokens: count } = await catalog.graphql(takeOverDocument, { urn, ids }, needsAll);
      out.done(`Took over ${count} tokens from ${urn}.`, String(count), { user: urn, count });
    });
}

async function rotate(
  { catalog, out, deps }: Call,
  given: string | undefined,
  { overlap }: { overlap: number },
): Promise<void> {
  const { target } = catalog;
  const own = target.token === null ? null : await readRecord(catalog, target.token);
  const id = given ?? own?.id;
  if (id === undefined)
    throw new CommandFailed('The token in use is not a token of this catalog: pass the id of a token.', 2);
  const { rotateAccessToken } = await catalog.graphql(
    rotateToken,
    { tokenId: id, overlapSeconds: overlap },
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
}

/** @throws CommandFailed for the text of a token, which must not be on a command line */
function checkId(id: string): void {
  if (!/^[0-9A-Za-z]{1,64}$/.test(id)) {
    const hint = id.startsWith(tokenStart)
      ? 'This is the text of a token, and other accounts can see it in the list of processes: revoke the token. Its id is the part between the underscores'
      : `"${plain(id.slice(0, 64))}" is not the id of a token; catalog token list shows the ids`;
    throw new CommandFailed(`${hint}.`, 2);
  }
}
