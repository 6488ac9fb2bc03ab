import { getNamedType, isLeafType } from 'graphql';
import type { Privilege } from '../../src/datahub/privileges.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { encoded, prefixes } from '../support/aspects.js';
import { accessTokens } from './access-tokens.js';
import { aspects } from './aspects.js';
import { audit } from './audit.js';
import { edits } from './edits.js';
import { entities } from './entities.js';
import type { Operation, Operations, Subject } from './operation.js';
import { policies } from './policies.js';
import { search } from './search.js';
import { service } from './service.js';
import { tags } from './tags.js';
import { timeseries } from './timeseries.js';
import { users } from './users.js';
import { webhooks } from './webhooks.js';

/** The manifests, by the heading that their operations have in docs/api-examples.md. */
export const manifests: Readonly<Record<string, Operations>> = {
  Tags: tags,
  Entities: entities,
  "Stewards' edits": edits,
  Search: search,
  Aspects: aspects,
  'Access tokens': accessTokens,
  'Users, groups and service accounts': users,
  Policies: policies,
  'Time-series indices': timeseries,
  Webhooks: webhooks,
  Audit: audit,
  'The service': service,
};

/** Every operation of the API, in several cases if its rules depend on what it is about. */
export const operations: Operations = Object.assign({}, ...Object.values(manifests));

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The name of an operation, without that of the case. */
export const withoutCase = (name: string): string => name.replace(/ \(.*/, '');

/** Returns the request of an operation. @param prefix of a path that exists under several */
export function createRequest(name: string, on: Subject, prefix = ''): Request {
  const { args, headers, body, url } = operations[name]!;
  if (isGraphql(name)) {
    const variables = args?.(on) ?? {};
    const query = createDocument(name, Object.keys(variables));
    return { method: 'POST', url: '/api/graphql', payload: { query, variables } };
  }
  const [method, target = ''] = withoutCase(name).split(' ');
  const path = url?.(on) ?? target.replace(':type', 'dataset').replace('*', encoded(on.dataset));
  const payload = body?.(on) as object | undefined;
  return {
    ...{ method: method as Request['method'], url: `${prefix}${path}` },
    ...(payload && { payload }),
    ...(headers && { headers }),
  };
}

/** Returns the requests of an operation on each of its paths. */
export const listRequests = (name: string, on: Subject): Request[] =>
  (isGraphql(name) || operations[name]!.isOnce ? [''] : prefixes).map((prefix) =>
    createRequest(name, on, prefix),
  );

export const isGraphql = (name: string): boolean => /^(query|mutation) /.test(name);

const roots = { query: schema.getQueryType()!, mutation: schema.getMutationType()! };

/** Returns a document with a variable for each argument. @param given default: all arguments */
export function createDocument(name: string, given?: readonly string[]): string {
  const [kind = '', fieldName = ''] = withoutCase(name).split(' ');
  const field = roots[kind as keyof typeof roots].getFields()[fieldName]!;
  const args = field.args.filter((arg) => given?.includes(arg.name) ?? true);
  const list = (write: (arg: (typeof args)[number]) => string) =>
    args.length > 0 ? `(${args.map(write).join(', ')})` : '';
  const declared = list((arg) => `$${arg.name}: ${arg.type}`);
  const passed = list((arg) => `${arg.name}: $${arg.name}`);
  const select = operations[name]!.select ?? (isLeafType(getNamedType(field.type)) ? '' : '{ __typename }');
  return `${kind} ${declared} { ${fieldName}${passed} ${select} }`.replace(/ +/g, ' ');
}

/** Returns the status that a caller gets. @param has whether the caller has a privilege over what it asks for */
export function readStatus(
  { privileges, ownPrivileges, isPublic, isOfOthers, answers = 200 }: Operation,
  has: (privilege: Privilege) => boolean,
  isOwn: boolean,
): number {
  if (isOwn && isOfOthers) return 403;
  const needed = (isOwn && ownPrivileges) || privileges;
  return isPublic || !needed?.length || needed.some(has) ? answers : 403;
}
