import type { Test } from 'tap';
import type { Privilege } from '../../src/datahub/privileges.js';
import type { Database } from '../../src/db/database.js';
import { type Answer, type Caller, testCatalog } from '../support/catalog.js';

type GraphqlClient = Pick<Caller, 'graphql'>;

const record = 'urn type id name description actorUrn ownerUrn createdAt expiresAt lastUsedAt scopes';

export interface Filter {
  field: string;
  value?: string | null;
  values?: readonly string[];
  condition?: string;
  negated?: boolean;
}

/** With a name and for an hour, unless the input says otherwise. */
export const createToken = (caller: GraphqlClient, input: Record<string, unknown>) =>
  caller.graphql(
    `mutation create($input: GetAccessTokenInput!) {
       createAccessToken(input: $input) { accessToken metadata { ${record} } }
     }`,
    { input: { type: 'PERSONAL', duration: 'ONE_HOUR', name: 'a token', ...input } },
  );

export const listTokens = (caller: GraphqlClient, input: Record<string, unknown> = {}) =>
  caller.graphql(
    `query list($input: ListAccessTokenInput!) {
       listAccessTokens(input: $input) { start count total tokens { ${record} } }
     }`,
    { input },
  );

export const revokeToken = (caller: GraphqlClient, tokenId: string) =>
  caller.graphql('mutation revoke($id: String!) { revokeAccessToken(tokenId: $id) }', { id: tokenId });

export const revokeTokens = (caller: GraphqlClient, actorUrn: string) =>
  caller.graphql('mutation revoke($urn: String!) { revokeAccessTokens(actorUrn: $urn) }', { urn: actorUrn });

export const rotateToken = (caller: GraphqlClient, tokenId: string, overlapSeconds?: number) =>
  caller.graphql(
    `mutation rotate($id: String!, $overlap: Int) {
       rotateAccessToken(tokenId: $id, overlapSeconds: $overlap) { accessToken metadata { ${record} } }
     }`,
    { id: tokenId, overlap: overlapSeconds },
  );

export const tokenMetadata = (caller: GraphqlClient, token: string) =>
  caller.graphql(`query metadata($token: String!) { getAccessTokenMetadata(token: $token) { ${record} } }`, {
    token,
  });

/** The public part of a token's text. */
export const toId = (text: string): string => text.split('_')[1]!;

/** The part of a token's text that must be kept secret. */
export const readSecret = (text: string): string => text.split('_')[2]!;

/** What an answer refuses with, in one comparable value; null for none. */
export function readError({ status, body }: Answer) {
  const [error, ...more] = body.errors ?? [];
  if (!error) return null;
  const { message, path, extensions } = error;
  return { status, message, path, ...extensions, more: more.length };
}

/** A refusal of one field with HTTP 200, as `readError` shows it. */
const refusal = (type: string, code: number) => (operation: string, message: string | RegExp) => ({
  status: 200,
  message,
  path: [operation],
  code,
  type,
  classification: 'DataFetchingException',
  more: 0,
});

export const badRequest = refusal('BAD_REQUEST', 400);
export const notFound = refusal('NOT_FOUND', 404);
export const conflict = refusal('CONFLICT', 409);

/** @param missingPrivileges those that the refusal names; none when it must not tell what exists */
export const forbidden = (operation: string, missingPrivileges?: readonly Privilege[]) => ({
  ...refusal('UNAUTHORIZED', 403)(
    operation,
    'Unauthorized to perform this action. Please contact your DataHub administrator.',
  ),
  ...(missingPrivileges && { missingPrivileges }),
});

/** The refusal of a caller whose token has scopes without these privileges. */
export const beyondScopes = (operation: string, missingPrivileges: readonly Privilege[]) => ({
  ...forbidden(operation, missingPrivileges),
  reason: 'TOKEN_SCOPES',
});

/** What a caller lacks for its own tokens, and for those of others. */
export const forOwn: readonly Privilege[] = ['GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS'];
export const forOthers: readonly Privilege[] = ['MANAGE_ACCESS_TOKENS'];

/** A catalog with Ann, who may use her own tokens, and a boss, who manages those of all. Its clock stands. */
export async function tokenCatalog(t: Test, env: Record<string, string> = {}) {
  const time = { now: Date.UTC(2026, 4, 1, 12) };
  const catalog = await testCatalog(t, {
    clock: () => time.now,
    // What is revoked is refused more often than the default allows.
    env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000', ...env },
  });
  const { user, withHeaders } = catalog;
  const newUser = (id: string) => user(id, ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const as = (text: string) => withHeaders({ authorization: `Bearer ${text}` });
  const status = async (text: string) => (await as(text).graphql('{ __typename }')).status;
  /** Returns the text of a new token, which acts as its creator unless the input says otherwise. */
  async function newToken(creator: Caller, input: object = {}): Promise<string> {
    const { body } = await createToken(creator, { actorUrn: creator.urn, ...input });
    return body.data.createAccessToken.accessToken;
  }
  const [boss, ann] = [await user('boss', ['MANAGE_ACCESS_TOKENS']), await newUser('ann')];
  return { ...catalog, time, boss, ann, newUser, as, status, newToken };
}

/** Records without a usable text, for tests that only read them. */
export async function insertTokens(
  db: Database,
  rows: readonly {
    id: string;
    actorUrn: string;
    ownerUrn?: string;
    name?: string;
    description?: string | null;
    createdAt?: number;
    expiresAt?: number | null;
    lastUsedAt?: number;
  }[],
): Promise<void> {
  await db.prisma.storedAccessToken.createMany({
    data: rows.map(({ createdAt = 0, expiresAt = null, ...row }) => ({
      hash: 'none',
      type: 'PERSONAL' as const,
      name: row.id,
      ownerUrn: row.actorUrn,
      ...row,
      createdAt: BigInt(createdAt),
      expiresAt: expiresAt === null ? null : BigInt(expiresAt),
    })),
  });
}
