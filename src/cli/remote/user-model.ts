import { type FragmentOf, graphql } from '../../client/documents.js';
import { CommandFailed } from '../command-failed.js';
import type { Client } from './client.js';
import { Refused } from './failure.js';
import type { Columns } from './output.js';
import { groupsFragment, isServiceAccount, listUrns } from './people.js';
import { readPlatformPrivileges } from './status.js';

export const userFragment = graphql(`
  fragment User on CorpUser {
    urn
    username
    status
    properties {
      displayName
      fullName
      email
      title
    }
    editableProperties {
      displayName
      email
      title
    }
  }
`);

type User = FragmentOf<typeof userFragment>;
type Text = 'displayName' | 'email' | 'title';

const showDocument = graphql('query ($urn: String!) { corpUser(urn: $urn) { ...User ...Groups } }', [
  userFragment,
  groupsFragment,
]);

/** Returns the text of the user's own profile, or else that of the administrators. */
const shown = ({ editableProperties, properties }: User, text: Text) =>
  editableProperties?.[text] || properties?.[text];

export const userColumns: Columns<User> = {
  user: ({ urn }) => urn,
  status: ({ status }) => status,
  name: (user) => shown(user, 'displayName') || user.properties?.fullName,
  email: (user) => shown(user, 'email'),
};

type FullUser = Awaited<ReturnType<typeof readUser>>;

export const userFields: Columns<FullUser> = {
  ...userColumns,
  title: (user) => shown(user, 'title'),
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
