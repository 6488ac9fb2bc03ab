import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import { type Database, Prisma } from '../db/database.js';
import { escapeLike } from '../db/like.js';
import type { Query } from '../db/query.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { PolicyCondition } from './list-filter.js';
import { type PolicyRow, policyValue, toPolicyId } from './row.js';
import { policyJson } from './row-store.js';

export interface PolicySearch extends Page {
  /** A part of the name or of the description, in any case; empty: all. */
  readonly text: string;
  /** Null: all. */
  readonly alternatives: readonly (readonly PolicyCondition[])[] | null;
}

/** Returns null when there is no such policy. */
export async function findPolicy(
  query: Query,
  urn: string,
  requester: Requester,
): Promise<StoredPolicy | null> {
  const [policy] = await readPolicies(query, [toPolicyId(urn)], requester);
  return policy ?? null;
}

/** Returns a page of the policies by name, and their total. @throws TooLarge beyond `maxBytes` */
export async function listStored(
  db: Pick<Database, 'prisma' | 'query'>,
  { text, alternatives, start, count }: PolicySearch,
  requester: Requester,
  maxBytes: number,
): Promise<{ total: number; policies: readonly StoredPolicy[] }> {
  const containing = { contains: escapeLike(text), mode: 'insensitive' } as const;
  const where: Prisma.PolicyWhereInput = {
    ...(text !== '' && { OR: [{ name: containing }, { description: containing }] }),
    ...(alternatives && { AND: { OR: alternatives.map((all) => ({ AND: all.map(toWhere) })) } }),
  };
  const [total, page] = await Promise.all([
    db.prisma.policy.count({ where }),
    db.prisma.policy.findMany({
      where,
      select: { id: true },
      orderBy: [{ sortName: 'asc' }, { id: 'asc' }],
      skip: start,
      take: count,
    }),
  ]);
  const ids = page.map(({ id }) => id);
  return { total, policies: await readPolicies(db.query, ids, requester, maxBytes) };
}

function toWhere(condition: PolicyCondition): Prisma.PolicyWhereInput {
  const { column, negated } = condition;
  const where = hasOneOf(condition);
  if (!negated) return where;
  // For SQL, null is neither equal to a value nor different from it.
  return { OR: [{ NOT: where }, ...(isNullable(condition) ? [{ [column]: { equals: null } }] : [])] };
}

const isNullable = ({ kind, column }: PolicyCondition) =>
  kind === 'list' || column === 'description' || column === 'resourceType';

/** Policies that SQL has written without `all_resources` cover all resources if they name none (row.ts). */
const coversAll: Prisma.PolicyWhereInput = {
  OR: [
    { allResources: true },
    {
      ...{ allResources: null, type: 'METADATA', filter: { equals: Prisma.DbNull } },
      OR: [{ resources: { isEmpty: true } }, { resources: { equals: null } }],
    },
  ],
};

function hasOneOf({ kind, column, values }: PolicyCondition): Prisma.PolicyWhereInput {
  if (kind === 'flag') {
    // Inside of another OR, Prisma treats an empty OR as true.
    const none = { id: { in: [] } };
    const equals = (value: boolean) =>
      column === 'allResources' ? (value ? coversAll : { NOT: coversAll }) : { [column]: value };
    return { OR: [none, ...[...new Set(values)].map(equals)] };
  }
  return { [column]: { [kind === 'list' ? 'hasSome' : 'in']: [...values] } };
}

/** Returns those of the policies that exist, in the order of the ids. SQL, because their JSON is read as texts. */
async function readPolicies(
  query: Query,
  ids: readonly string[],
  { deadline }: Requester,
  maxBytes?: number,
): Promise<StoredPolicy[]> {
  const rows = await query<PolicyTexts>(policiesById, [ids], { deadline, ...(maxBytes && { maxBytes }) });
  return runInTurns(parsePolicies(rows), deadline);
}

const policiesById = `
  SELECT ${policyJson}::text AS row,
         (SELECT a.body::text FROM aspects a
           WHERE a.urn = 'urn:li:dataHubPolicy:' || p.id AND a.name = 'dataHubPolicyInfo' AND NOT a.inert) AS extra
    FROM unnest($1::text[]) WITH ORDINALITY AS listed(id, position) JOIN policies p USING (id)
   ORDER BY position`;

function* parsePolicies(rows: readonly PolicyTexts[]): Steps<StoredPolicy[]> {
  const policies: StoredPolicy[] = [];
  for (const row of rows) {
    policies.push(yield* storedPolicy(row));
    yield;
  }
  return policies;
}

/** A policy with its aspect dataHubPolicyInfo. */
export interface StoredPolicy {
  readonly urn: string;
  readonly value: Json;
}

/** JSON texts: the row of `policies`, and the rest in the record of the aspect; null without a record. */
export interface PolicyTexts {
  readonly row: string;
  readonly extra: string | null;
}

function* storedPolicy({ row, extra }: PolicyTexts): Steps<StoredPolicy> {
  const policy = (yield* parseInSteps(row)) as PolicyRow;
  const others = extra === null ? {} : ((yield* parseInSteps(extra)) as Json);
  return { urn: policy.urn, value: policyValue(policy, others) };
}
