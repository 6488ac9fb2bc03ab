import type { AuditDetail } from '../audit/event.js';
import { beginning } from '../core/text.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import type { Steps } from '../scheduling/steps.js';
import type { PolicyRow } from './row.js';

type Scalar = string | boolean | null;

/** The grants of a policy in the form of the audit. */
interface Grants {
  readonly scalars: Readonly<Record<string, Scalar>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly description: string | null;
}

/**
 * Returns what the audit shows of a change: the policy after it, or before its deletion, and what the change has added
 * and removed. Only the text of a description is left out, because it grants nothing.
 *
 * @param before JSON text of a `PolicyRow`; undefined: the policy is new
 * @param after likewise; undefined: the policy is deleted
 */
export function* policyDetail(before: string | undefined, after: string | undefined): Steps<AuditDetail> {
  const [old, now] = [yield* parseGrants(before), yield* parseGrants(after)];
  const { scalars, lists } = (now ?? old)!;
  if (!old || !now) return { ...scalars, ...lists };
  const detail: Record<string, AuditDetail[string]> = { ...scalars };
  for (const [name, value] of Object.entries(old.scalars))
    if (value !== scalars[name]) detail[`${name}Before`] = value;
  if (old.description !== now.description) detail.descriptionChanged = true;
  for (const [name, entries] of Object.entries(lists)) {
    const [added, removed] = [
      yield* without(entries, old.lists[name]!),
      yield* without(old.lists[name]!, entries),
    ];
    if (added.length > 0) detail[`${name}Added`] = added;
    if (removed.length > 0) detail[`${name}Removed`] = removed;
  }
  return { ...detail, ...lists };
}

function* without(entries: readonly string[], others: readonly string[]): Steps<string[]> {
  const known = new Set(others);
  yield;
  const left = entries.filter((entry) => !known.has(entry));
  yield;
  return left;
}

function* parseGrants(text: string | undefined): Steps<Grants | undefined> {
  if (text === undefined) return undefined;
  const row = (yield* parseInSteps(text)) as PolicyRow;
  const { name, type, state, editable, allUsers, allGroups, resourceType, allResources } = row;
  return {
    scalars: { name, type, state, editable, allUsers, allGroups, resourceType, allResources },
    lists: {
      privileges: row.privileges ?? [],
      users: row.users ?? [],
      groups: row.groups ?? [],
      resources: row.resources ?? [],
      filter: yield* parseCriteria(row.filter),
      constraints: yield* parseCriteria(row.constraints),
    },
    description: row.description,
  };
}

interface Criterion {
  readonly field?: unknown;
  readonly condition?: unknown;
  readonly values?: unknown;
}

/** No URN and no type that is longer can match. */
const maxValue = 512;

/**
 * Returns an entry for each value of each criterion. The number of the criterion distinguishes two criteria of one
 * field.
 */
function* parseCriteria(filter: string | null): Steps<string[]> {
  if (filter === null) return [];
  const { criteria } = Object(yield* parseInSteps(filter)) as { criteria?: unknown };
  if (!Array.isArray(criteria)) return [beginning(filter, maxValue)];
  const entries: string[] = [];
  for (const [index, given] of criteria.entries()) {
    const { field, condition, values } = Object(given) as Criterion;
    const start = `${index + 1}: ${field} ${condition ?? 'EQUALS'}`;
    if (!Array.isArray(values) || values.length === 0) entries.push(start);
    else for (const value of values) entries.push(`${start} ${beginning(String(value), maxValue)}`);
    yield;
  }
  return entries;
}
