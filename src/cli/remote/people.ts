import { graphql } from '../../client/documents.js';
import { type TokenRecord, tokenRecord } from '../../client/token.js';
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

const callerDocument = graphql('{ me { corpUser { urn } } }');

/** Returns the caller's URN. */
export async function callerUrn(catalog: Client): Promise<string> {
  const { me } = await catalog.graphql(callerDocument, {});
  return me!.corpUser.urn;
}

const userDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { exists } }');

/** @throws CommandFailed when there is no such user */
export async function checkUser(catalog: Client, urn: string): Promise<void> {
  const { corpUser } = await catalog.graphql(userDocument, { urn });
  if (!corpUser?.exists)
    throw new CommandFailed(`There is no user ${urn}. \`catalog user list\` lists the users.`);
}

/**
 * Returns the record of a token by its text; null when the caller may not read it, or when the catalog has not created
 * it.
 */
export async function readRecord(catalog: Client, token: string): Promise<TokenRecord | null> {
  try {
    const { getAccessTokenMetadata } = await catalog.graphql(tokenRecord, { token });
    return getAccessTokenMetadata;
  } catch (error) {
    if (error instanceof Refused && error.type !== '401') return null;
    throw error;
  }
}
