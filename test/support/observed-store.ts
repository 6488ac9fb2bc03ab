import type { Test } from 'tap';
import { type Privilege, privileges } from '../../src/datahub/privileges.js';
import type { Services } from '../../src/services.js';
import { testCatalog } from './catalog.js';
import { hive, type Made } from './operation-samples.js';
import { tableRows } from './table-rows.js';

export type ObservedStore = Awaited<ReturnType<typeof observedStore>>;

/** What a GraphQL request was answered, and what it called, as texts without what is random. */
export interface Observed {
  readonly answer: string;
  /** The use cases and what they got, in order. */
  readonly calls: string;
  /** Whether the compiler's code called a use case. */
  readonly isCompiled: boolean;
}

/** Opens one of several equal stores, with a caller who may do everything. @param start the time of all of them, in ms */
export async function observedStore(t: Test, start: number) {
  const calls: string[] = [];
  let isCompiled = false;
  let now = start;
  // Resolvers are called deep below the compiler's code.
  Error.stackTraceLimit = 50;
  const { db, user, withHeaders } = await testCatalog(t, {
    sample: true,
    // Lists that are ordered by time have one order.
    clock: () => now++,
    replace: (services) =>
      observe(services, (name, args) => {
        calls.push(stable([name, ...args.filter((arg) => !isCaller(arg))]));
        isCompiled ||= /graphql-jit/.test(new Error().stack ?? '');
      }),
  });
  const { token } = await user('admin', Object.keys(privileges) as Privilege[]);
  const caller = withHeaders({ authorization: `Bearer ${token}` });

  async function send(query: string, variables: object = {}, operationName?: string): Promise<Observed> {
    calls.length = 0;
    isCompiled = false;
    const { status, body } = await caller.post('/api/graphql', { query, variables, operationName });
    return { answer: stable({ status, body }), calls: calls.join('\n'), isCompiled };
  }

  // biome-ignore lint/suspicious/noExplicitAny: each mutation knows its answer
  const field = async (text: string): Promise<any> =>
    Object.values((await caller.graphql(`mutation { ${text} }`)).body.data)[0];

  /** Makes what one request of an operation changes. */
  async function make(operation: string, n: number): Promise<Made> {
    const [tag, actor] = [`urn:li:tag:t${n}`, `urn:li:corpuser:u${n}`];
    const made = { n, policy: '', account: '', tokenId: '' };
    if (/Tag/.test(operation) && !/createTag/.test(operation))
      await field(`createTag(input: {id: "t${n}", name: "t"})`);
    if (/(remove|delete)Tag/i.test(operation))
      await field(`addTag(input: {tagUrn: "${tag}", resourceUrn: "${hive}"})`);
    if (/removeGroup|GroupMembers/.test(operation))
      await field(`createGroup(input: {id: "g${n}", name: "g"})`);
    if (/(update|remove)User|Members|Token/.test(operation)) await field(`createUser(input: {id: "u${n}"})`);
    if (/(rotate|revoke)AccessToken/.test(operation)) {
      const input = `{type: PERSONAL, actorUrn: "${actor}", duration: ONE_DAY, name: "t"}`;
      const created = await field(`createAccessToken(input: ${input}) { metadata { id } }`);
      made.tokenId = created.metadata.id;
    }
    if (/(get|delete)ServiceAccount/.test(operation))
      made.account = (await field('createServiceAccount(input: {displayName: "a"}) { urn }')).urn;
    if (/(update|delete)Policy/.test(operation))
      made.policy = String(
        await field(`createPolicy(input: {type: PLATFORM, name: "p", state: ACTIVE, privileges: ["CREATE_TAGS"],
          actors: {allUsers: false, allGroups: false, resourceOwners: false}})`),
      );
    return made;
  }

  /** Returns the rows of every table as texts without what is random, and without search documents and the version of the policies, which follow. */
  async function rows(): Promise<string[]> {
    const { search_documents: _, policy_version: __, ...found } = await tableRows(db);
    return Object.entries(found)
      .flatMap(([table, rows]) => rows.map((row) => masked(`${table} ${row}`)))
      .sort();
  }

  return { send, make, rows };
}

const isCaller = (arg: unknown) => typeof arg === 'object' && arg !== null && 'can' in arg;

/** Calls a function before each use case. */
function observe(services: Services, seen: (name: string, args: readonly unknown[]) => void): Services {
  const groups = Object.entries(services).map(([noun, group]) => {
    if (typeof group !== 'object' || ['authenticate', 'background', 'measured'].includes(noun))
      return [noun, group];
    const verbs = Object.entries(group).map(([verb, run]) => [
      verb,
      typeof run !== 'function'
        ? run
        : (...args: unknown[]) => {
            seen(`${noun}.${verb}`, args);
            return (run as (...args: unknown[]) => unknown)(...args);
          },
    ]);
    return [noun, Object.fromEntries(verbs)];
  });
  return Object.fromEntries(groups);
}

/** JSON whose members are sorted, that shows what is undefined, and that has nothing random. */
const stable = (value: unknown): string =>
  masked(
    JSON.stringify(value, (_, one) => {
      if (one === undefined) return '(undefined)';
      if (typeof one === 'function') return '(function)';
      if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
      return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
    }),
  );

/** Without times, UUIDs, and the texts, ids and hashes of tokens. */
const masked = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(uuid)')
    .replace(/\$argon2[^"]*/g, '(hash)')
    .replace(/\b1[5-9]\d{11}\b/g, '(time)')
    .replace(/mcs_\w+/g, '(token)')
    .replace(/\b[0-9A-Za-z]{17}\b/g, '(id)');
