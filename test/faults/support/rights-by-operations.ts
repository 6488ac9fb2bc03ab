import type { Subject } from '../../manifest/operation.js';
import { createDocument, operations } from '../../manifest/operations.js';
import { type Client, readData } from './client.js';

/** A user with rights, perhaps by a group. */
export interface Granted extends Pick<Subject, 'urn' | 'user' | 'group' | 'policy' | 'token' | 'tokenId'> {}

/** The operations that take the rights of a user away, and how the next request is refused. */
export const losses = {
  'mutation revokeAccessToken': 401,
  'mutation revokeAccessTokens': 401,
  'mutation updateUserStatus': 401,
  'mutation removeUser': 401,
  'mutation removeGroupMembers': 403,
  'mutation removeGroup': 403,
  'mutation deletePolicy': 403,
  'mutation updatePolicy': 403,
} as const;

/** Gives rights, and takes them away, by operations on one process. @param rights of the policy of each user */
export function rightsByOperations(process: Client, rights: object) {
  async function run(name: string, on: Partial<Subject> = {}, args = operations[name]!.args!(on as Subject)) {
    const answer = await process.graphql(createDocument(name, Object.keys(args)), args);
    // biome-ignore lint/suspicious/noExplicitAny: the caller knows the operation
    return Object.values<any>(readData(answer))[0];
  }

  async function grant(inGroup = true): Promise<Granted> {
    const [user, group] = [await run('mutation createUser'), await run('mutation createGroup')];
    if (inGroup) await run('mutation addGroupMembers', { user, group });
    const actors = {
      ...{ allUsers: false, allGroups: false, resourceOwners: false },
      ...(inGroup ? { groups: [group] } : { users: [user] }),
    };
    const input = { name: 'x', state: 'ACTIVE', ...rights, actors };
    const policy = await run('mutation createPolicy', {}, { input });
    const { accessToken, metadata } = await run('mutation createAccessToken', { urn: user });
    return { urn: user, user, group, policy, token: accessToken, tokenId: metadata.id };
  }

  return { grant, take: (name: keyof typeof losses, from: Granted): Promise<unknown> => run(name, from) };
}
