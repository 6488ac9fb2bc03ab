import type { Test } from 'tap';
import { aspectCatalog } from './aspects.js';
import type { Caller, TestCatalogOptions } from './catalog.js';

export const userUrn = (id: string) => `urn:li:corpuser:${id}`;
export const groupUrn = (id: string) => `urn:li:corpGroup:${id}`;

/** The result of a GraphQL field, and the error if there is one. */
export async function field(caller: Pick<Caller, 'graphql'>, document: string, variables: object = {}) {
  const { status, body } = await caller.graphql(document, { ...variables });
  const [error] = body.errors ?? [];
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  const [value] = Object.values<any>(body.data ?? {});
  return { status, value, ...(error && { error: { ...error.extensions, message: error.message } }) };
}

const mutation = (name: string, type: string) => (caller: Caller, input: object) =>
  field(caller, `mutation ($input: ${type}!) { ${name}(input: $input) }`, { input });
const byUrn = (name: string) => (caller: Caller, urn: string) =>
  field(caller, `mutation ($urn: String!) { ${name}(urn: $urn) }`, { urn });

export const createUser = mutation('createUser', 'CreateUserInput');
export const removeUser = byUrn('removeUser');
export const updateUserStatus = (caller: Caller, urn: string, status: string) =>
  field(caller, `mutation ($urn: String!) { updateUserStatus(urn: $urn, status: ${status}) }`, { urn });
export const createGroup = mutation('createGroup', 'CreateGroupInput');
export const removeGroup = byUrn('removeGroup');
export const addGroupMembers = mutation('addGroupMembers', 'AddGroupMembersInput');
export const removeGroupMembers = mutation('removeGroupMembers', 'RemoveGroupMembersInput');

/** Builds a catalog with an administrator, a manager of users and groups, and a writer, who may edit all entities. */
export async function peopleCatalog(t: Test, options: TestCatalogOptions = {}) {
  const catalog = await aspectCatalog(t, options);
  const administrator = await catalog.user('administrator', ['MANAGE_POLICIES']);
  const manager = await catalog.user('manager', ['MANAGE_USERS_AND_GROUPS']);
  const keeper = await catalog.user('keeper', ['MANAGE_SERVICE_ACCOUNTS']);

  /** Returns a caller with a token of a user that exists. */
  async function createCaller(urn: string): Promise<Caller> {
    const { text } = await catalog.services.tokens.issue({ actorUrn: urn, duration: 'ONE_HOUR', name: 'x' });
    return { urn, token: text, ...catalog.withHeaders({ authorization: `Bearer ${text}` }) };
  }
  const mayCall = async (caller: Caller) =>
    (await caller.graphql('{ me { corpUser { urn } } }')).status === 200;
  const policyVersion = async () =>
    (await catalog.db.query<{ version: number }>('SELECT version FROM policy_version'))[0]!.version;

  return { ...catalog, administrator, manager, keeper, createCaller, mayCall, policyVersion };
}

export const ok = (value: unknown) => ({ status: 200, value });
export const failed = (type: string, message?: RegExp) => ({
  status: 200,
  value: null,
  error: { type, ...(message && { message }) },
});
