import { withoutNulls } from '../aspects/aspect.js';
import { type Json, stringifyLossless } from '../json/lossless-json.js';
import { parseLossless } from '../json/lossless-json-parser.js';
import type { PolicyInfo } from './model.js';

/** A row of `policies`. Null means an absent field. */
export interface PolicyRow {
  readonly urn: string;
  readonly name: string;
  readonly description: string | null;
  readonly type: string;
  readonly state: string;
  readonly privileges: readonly string[] | null;
  readonly allUsers: boolean;
  readonly users: readonly string[] | null;
  readonly allGroups: boolean;
  readonly groups: readonly string[] | null;
  readonly resourceType: string | null;
  readonly resources: readonly string[] | null;
  /** Null only in rows that SQL has written: true when there are no resources. */
  readonly allResources: boolean | null;
  /** JSON text, as are the constraints. */
  readonly filter: string | null;
  readonly constraints: string | null;
  readonly editable: boolean;
}

const prefix = 'urn:li:dataHubPolicy:';
export const isPolicyUrn = (urn: string): boolean => urn.startsWith(prefix);
export const policyUrn = (id: string): string => prefix + id;
export const toPolicyId = (urn: string): string => urn.slice(prefix.length);

const jsonText = (value: unknown) => (value ? stringifyLossless(value) : null);

export function toPolicyRow({ urn, value }: { urn: string; value: PolicyInfo }): PolicyRow {
  const { actors, resources } = value;
  return {
    urn,
    name: value.displayName,
    description: value.description ?? null,
    type: value.type,
    state: value.state,
    privileges: value.privileges,
    allUsers: actors.allUsers ?? false,
    users: actors.users ?? null,
    allGroups: actors.allGroups ?? false,
    groups: actors.groups ?? null,
    resourceType: resources?.type ?? null,
    resources: resources?.resources ?? null,
    allResources: resources?.allResources ?? false,
    filter: jsonText(resources?.filter),
    constraints: jsonText(resources?.privilegeConstraints),
    editable: value.editable ?? true,
  };
}

/** Members with values in the row, unless the value is the default of the column for an absent member. */
const inRow: Readonly<Record<'policy' | 'actors' | 'resources', Readonly<Record<string, unknown>>>> = {
  policy: {
    ...{ displayName: null, description: null, type: null, state: null, privileges: null },
    ...{ editable: true, actors: undefined, resources: undefined },
  },
  actors: { users: null, groups: null, allUsers: false, allGroups: false },
  resources: { type: null, resources: null, allResources: false, filter: null, privilegeConstraints: null },
};

const others = (value: Readonly<Json>, of: keyof typeof inRow): Json =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([name, member]) => !Object.hasOwn(inRow[of], name) || member === null || member === inRow[of][name],
    ),
  );

/** Returns the part in the record of the aspect: all members that are not in the row. */
export function othersOfPolicy(value: Readonly<Json>): Json {
  const { actors, resources } = value as unknown as PolicyInfo;
  return {
    ...others(value, 'policy'),
    actors: others(actors, 'actors'),
    ...(resources && { resources: others(resources, 'resources') }),
  };
}

/** Returns the aspect. @param extra the part in its record */
export function policyValue(row: PolicyRow, extra: Readonly<Json>): Json {
  const resources = toResources(row);
  return {
    ...extra,
    ...withoutNulls({
      displayName: row.name,
      description: row.description,
      type: row.type,
      state: row.state,
    }),
    privileges: row.privileges ?? [],
    ...(row.editable ? {} : { editable: false }),
    actors: {
      ...Object(extra.actors),
      ...withoutNulls({ users: row.users, groups: row.groups }),
      ...(row.allUsers && { allUsers: true }),
      ...(row.allGroups && { allGroups: true }),
    },
    ...(Object.keys(resources).length > 0 && { resources: { ...Object(extra.resources), ...resources } }),
  };
}

function toResources(row: PolicyRow): Json {
  const { type, resourceType, resources, filter, constraints } = row;
  const isAll = row.allResources ?? (type === 'METADATA' && filter === null && !resources?.length);
  return {
    ...withoutNulls({ type: resourceType }),
    ...(resources && (row.allResources !== null || resources.length > 0) && { resources }),
    ...(isAll && { allResources: true }),
    ...(filter !== null && { filter: parseLossless(filter) }),
    ...(constraints !== null && { privilegeConstraints: parseLossless(constraints) }),
  };
}
