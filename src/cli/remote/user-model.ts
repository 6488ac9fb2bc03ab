import { graphql } from '../../client/documents.js';
import { groupsFragment, listUrns, type User, userFragment, userText } from '../../client/user.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { Refused } from './failure.js';
import type { Columns } from './output.js';
import { isServiceAccount } from './people.js';
import { readPlatformPrivileges } from './status.js';

const showDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { ...User ...Groups } }', [
  userFragment,
  groupsFragment,
]);

export const userColumns: Columns<User> = {
  user: ({ urn }) => urn,
  status: ({ status }) => status,
  name: (user) => userText(user, 'displayName') || user.properties?.fullName,
  email: (user) => userText(user, 'email'),
};

type FullUser = Awaited<ReturnType<typeof readUser>>;

export const userFields: Columns<FullUser> = {
  ...userColumns,
  title: (user) => userText(user, 'title'),
  groups: ({ groups }) => groups,
  privileges: ({ platformPrivileges }) => platformPrivileges ?? 'unknown: requires MANAGE_POLICIES',
};

/** Returns a user with its groups and privileges. @throws CommandFailed if there is no such user */
export async function readUser(catalog: Client, urn: string) {
  const { corpUser } = await catalog.graphql(showDocument, { urn });
  if (!corpUser?.status) {
    const [noun, command] = isServiceAccount(urn) ? ['service account', 'service-account'] : ['user', 'user'];
    throw new CommandFailed(`There is no ${noun} ${urn}; create one with catalog ${command} create.`);
  }
  const { relationships, ...user } = corpUser;
  const groups = listUrns(relationships);
  const platformPrivileges = await readPlatformPrivileges(catalog, urn).catch((error: unknown) => {
    if (error instanceof Refused) return null;
    throw error;
  });
  return { ...user, groups, platformPrivileges };
}
