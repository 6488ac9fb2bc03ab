import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { Refused } from './failure.js';

export { isServiceAccount } from '../../core/urn.js';

const userPrefix = 'urn:li:corpuser:';
const groupPrefix = 'urn:li:corpGroup:';

const urnParser = (prefix: string, what: string) => (text: string) => {
  if (text.startsWith(prefix)) return text;
  if (!text.startsWith('urn:') && text !== '') return `${prefix}${text}`;
  throw new CommandFailed(`"${text}" is not a ${what}: expected an id or ${prefix}<id>.`, 2);
};

/** Returns the URN of a user, which may be given by its id. @throws CommandFailed */
export const userUrn = urnParser(userPrefix, 'user');
/** Returns the URN of a group, which may be given by its id. @throws CommandFailed */
export const groupUrn = urnParser(groupPrefix, 'group');

/** Returns the URN of a user, or of a group, which is given as `group:<id>` or as a URN. @throws CommandFailed */
export function actorUrn(text: string): string {
  if (text.startsWith('group:')) return groupUrn(text.slice('group:'.length));
  return text.startsWith(groupPrefix) ? text : userUrn(text);
}

export const isGroup = (urn: string): boolean => urn.startsWith(groupPrefix);

/** The groups of a user, up to 100. */
export const groupsFragment = graphql(`
  fragment Groups on CorpUser {
    relationships(
      input: { types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"], direction: OUTGOING, start: 0, count: 100 }
    ) {
      relationships {
        entity {
          urn
        }
      }
    }
  }
`);

/** The value of a field of relationships. */
interface Related {
  readonly relationships: readonly { readonly entity: { readonly urn: string } | null }[];
}

/** Returns the URNs of related entities, each once. */
export const listUrns = (related: Related | null): string[] => [
  ...new Set(related?.relationships.flatMap(({ entity }) => (entity ? [entity.urn] : []))),
];

const callerDocument = graphql('{ me { corpUser { urn } } }');

/** Returns the caller's URN. */
export async function callerUrn(catalog: Client): Promise<string> {
  const { me } = await catalog.graphql(callerDocument, {});
  return me!.corpUser.urn;
}

export const tokenFragment = graphql(`
  fragment Token on AccessTokenMetadata {
    urn
    id
    name
    description
    actorUrn
    ownerUrn
    createdAt
    expiresAt
    lastUsedAt
    scopes
    withdrawnAt
    withdrawnBecauseOf
  }
`);

/** The record of an access token, without its text. Times are ms since the epoch. */
export type TokenRecord = FragmentOf<typeof tokenFragment>;

export const recordDocument = graphql(
  'query ($token: String!) { getAccessTokenMetadata(token: $token) { ...Token } }',
  [tokenFragment],
);

/**
 * Returns the record of a token by its text; null when the caller may not read it, or when the catalog has not created
 * it.
 */
export async function readRecord(catalog: Client, token: string): Promise<TokenRecord | null> {
  try {
    const { getAccessTokenMetadata } = await catalog.graphql(recordDocument, { token });
    return getAccessTokenMetadata;
  } catch (error) {
    if (error instanceof Refused && error.type !== '401') return null;
    throw error;
  }
}
