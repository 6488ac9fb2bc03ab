import { badRequest } from '../core/errors.js';
import { tryParse } from '../input/bounded-input.js';
import { formatIssues } from '../input/invalid-input.js';
import type { Json } from '../json/lossless-json.js';
import { type PolicyInfo, policyInfo } from './model.js';

/** A policy in the form of GraphQL's input. Null means an absent field. */
export interface PolicyUpdate {
  readonly type: string;
  readonly name: string;
  readonly state: string;
  readonly description?: string | null | undefined;
  readonly privileges: readonly string[];
  readonly resources?: object | null | undefined;
  readonly actors: object;
}

/**
 * Returns the aspect dataHubPolicyInfo.
 *
 * @param stored the aspect before; its roles, which GraphQL cannot name, are preserved
 * @throws BAD_REQUEST
 */
export function toPolicyInfo(update: PolicyUpdate, stored: Readonly<Json> | null, now: number): PolicyInfo {
  const { name: displayName, description, actors, ...others } = update;
  const { roles } = Object(stored?.actors);
  const value = withoutNulls({
    displayName,
    description: description ?? '',
    ...others,
    actors: { ...actors, roles },
    editable: true,
    lastUpdatedTimestamp: now,
  });
  const parsed = tryParse(policyInfo, value);
  if (!parsed.success) throw badRequest(formatIssues(parsed.error.issues, value, 'input'));
  return parsed.data;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
