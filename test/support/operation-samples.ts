import {
  type GraphQLInputType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';

import type { Subject } from '../manifest/operation.js';
import { isGraphql, operations } from '../manifest/operations.js';

export const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';

/** What was made for one request to change, in one store: ids that the service chose. */
export interface Made {
  /** Part of the names of what was made. */
  readonly n: number;
  readonly policy: string;
  readonly account: string;
  readonly tokenId: string;
}

type Sample = (made: Made, operation: string) => unknown;

const tag: Sample = ({ n }) => `urn:li:tag:t${n}`;
const group: Sample = ({ n }) => `urn:li:corpGroup:g${n}`;
const term: Sample = ({ n }) => `urn:li:glossaryTerm:Term${n}`;
const user: Sample = ({ n }) => `urn:li:corpuser:u${n}`;

/** The argument `urn` of an operation, as its manifest has it. */
const urn: Sample = ({ n, policy, account }, operation) => {
  const name = operation.replace('Query.', 'query ').replace('Mutation.', 'mutation ');
  const made = { tag: `urn:li:tag:t${n}`, group: `urn:li:corpGroup:g${n}`, user: `urn:li:corpuser:u${n}` };
  const on = { ...made, policy, service: account, deletedTag: made.tag, dataset: hive } as Subject;
  return isGraphql(name) ? operations[name]?.args?.(on).urn : undefined;
};

/** By the name of an argument or of a member of an input object. */
const texts: Readonly<Record<string, Sample>> = {
  urn: (made, operation) => urn(made, operation) ?? hive,
  urns: () => hive,
  tagUrn: tag,
  tagUrns: tag,
  groupUrn: group,
  userUrns: user,
  actorUrn: user,
  resourceUrn: () => hive,
  entityUrn: () => hive,
  replacement: () => hive,
  ownerUrn: user,
  ownerUrns: user,
  ownershipTypeUrn: () => 'urn:li:ownershipType:__system__none',
  domainUrn: ({ n }) => `urn:li:domain:d${n}`,
  termUrn: term,
  termUrns: term,
  linkUrl: ({ n }) => `https://wiki.example.com/${n}`,
  downstreamUrn: () => hive,
  upstreamUrn: () => hive.replace('created', 'deleted'),
  subResource: () => 'user_id',
  tokenId: ({ tokenId }) => tokenId,
  token: () => 'no token',
  id: ({ n }, operation) =>
    /truncation/i.test(operation) ? 'catalog:1' : /undo/.test(operation) ? '1-1' : `id${n}`,
  categories: () => 'TAG',
  name: ({ n }) => `name ${n}`,
  colorHex: () => '#102030',
  durationIso: () => 'P1D',
  scopes: () => 'tags:write',
  email: () => 'a@example.com',
  query: () => '*',
  facets: () => 'tags',
  field: (_, operation) =>
    operation.endsWith('listAccessTokens') ? 'name' : operation.endsWith('listPolicies') ? 'state' : 'tags',
  value: () => 'urn:li:tag:Legacy',
  values: () => 'urn:li:tag:Legacy',
  types: (_, operation) => (operation.startsWith('Query.') ? 'DATASET' : 'IsPartOf'),
  aspect: () => 'operation',
  entityType: () => 'dataset',
  privileges: () => 'EDIT_ENTITY_TAGS',
};

const enums: Readonly<Record<string, string>> = {
  EntityType: 'DATASET',
  FilterOperator: 'EQUAL',
  PolicyType: 'METADATA',
  AccessTokenType: 'PERSONAL',
};

const numbers: Readonly<Record<string, number>> = { start: 0, count: 5, version: 0, batchSize: 100 };

/** Times of the sample's events are before this one. */
const time = 1_800_000_000_000;

/** A place whose value refuses every request; the value is given alone. */
export const isAwkward = (path: readonly string[]): boolean =>
  ['viewUrn', 'scrollId', 'durationIso', 'filters'].includes(path.at(-1)!);

/** Returns a value that most operations take, as JSON. Input objects are given by `members`. */
export function createSample(
  type: GraphQLInputType,
  path: readonly string[],
  made: Made,
  operation: string,
  members: (type: GraphQLNamedType & { getFields(): unknown }) => unknown,
): unknown {
  if (isNonNullType(type)) return createSample(type.ofType, path, made, operation, members);
  if (isListType(type)) return [createSample(type.ofType, path, made, operation, members)];
  if (isInputObjectType(type)) return members(type);
  const name = path.at(-1)!;
  if (isEnumType(type)) return enums[type.name] ?? type.getValues().at(-1)!.name;
  if (type.name === 'Boolean') return true;
  if (type.name === 'Int') return numbers[name] ?? 3;
  if (type.name === 'Long') return numbers[name] ?? time;
  if (type.name === 'Float') return 0.5;
  return texts[name]?.(made, operation) ?? `${name} of ${made.n}`;
}
