import type { Requester } from '../core/actor.js';
import type { Page } from '../core/pagination.js';
import type { Database, Prisma } from '../db/database.js';
import { escapeLike } from '../db/like.js';
import { fromRow, holders } from './store.js';
import type { TokenFilter } from './token-filter.js';

export type TokenOrder = 'CREATED' | 'NAME' | 'LAST_USED' | 'EXPIRES';

export interface TokenSearch extends Page {
  /** All of them have to match. */
  readonly filters: readonly TokenFilter[];
  /** A part of the name, or of the name or id of the user; empty: all. */
  readonly text: string;
  readonly order: TokenOrder;
  readonly descending: boolean;
}

export type TokenListStore = ReturnType<typeof tokenListStore>;

export function tokenListStore(db: Database) {
  return {
    /** Returns a page of the tokens that are not revoked and match, and the number of all such tokens. */
    async list({ filters, text, order, descending, start, count }: TokenSearch, requester?: Requester) {
      const where = {
        revokedAt: null,
        AND: [...filters.map(condition), ...(text === '' ? [] : [containing(text)])],
      };
      const orderBy = [...ordered(order, descending ? 'desc' : 'asc'), { id: 'asc' }] as const;
      const [total, rows] = await Promise.all([
        db.limited(requester, () => db.prisma.accessToken.count({ where })),
        db.limited(requester, () =>
          db.prisma.accessToken.findMany({
            where,
            orderBy: [...orderBy],
            skip: start,
            take: count,
            include: holders,
          }),
        ),
      ]);
      return { total, tokens: rows.map(fromRow) };
    },
  };
}

type Where = Prisma.AccessTokenWhereInput;
type OrderBy = Prisma.AccessTokenOrderByWithRelationInput;

const containing = (text: string): Where => {
  const part = { contains: escapeLike(text), mode: 'insensitive' } as const;
  return {
    OR: [{ name: part }, { actor: { OR: [{ id: part }, { displayName: part }, { fullName: part }] } }],
  };
};

/** No last use is before every use, and no expiry after every expiry. Tokens that are equal in the order are newest first. */
function ordered(order: TokenOrder, sort: 'asc' | 'desc'): OrderBy[] {
  if (order === 'CREATED') return [{ createdAt: sort }];
  const [first, last] = [{ nulls: 'first' }, { nulls: 'last' }] as const;
  const isAscending = sort === 'asc';
  const by = {
    NAME: { sortName: sort },
    LAST_USED: { lastUsedAt: { sort, ...(isAscending ? first : last) } },
    EXPIRES: { expiresAt: { sort, ...(isAscending ? last : first) } },
  }[order];
  return [by, { createdAt: 'desc' }];
}

const operators = {
  GREATER_THAN: 'gt',
  GREATER_THAN_OR_EQUAL_TO: 'gte',
  LESS_THAN: 'lt',
  LESS_THAN_OR_EQUAL_TO: 'lte',
} as const;

function condition(filter: TokenFilter): Where {
  const { field, negated } = filter;
  const nullable = field === 'description' || field === 'expiresAt' || field === 'lastUsedAt';
  if (filter.kind === 'exists') {
    // Prisma rejects null for a column that is not nullable. The empty list matches nothing.
    if (!nullable) return negated ? { [field]: { in: [] } } : {};
    return negated ? { [field]: null } : { NOT: { [field]: null } };
  }
  const matching = { OR: alternatives(filter) };
  // In SQL neither a condition nor its negation holds for null. Callers expect "not X" to include "none".
  if (!negated) return matching;
  return nullable ? { OR: [{ NOT: matching }, { [field]: null }] } : { NOT: matching };
}

function alternatives(filter: Exclude<TokenFilter, { kind: 'exists' }>): Where[] {
  const { field } = filter;
  if (filter.kind === 'time') {
    const values = filter.values.map((value) => BigInt(value));
    if (filter.condition === 'EQUAL' || filter.condition === 'IN') return [{ [field]: { in: values } }];
    const operator = operators[filter.condition];
    return values.map((value) => ({ [field]: { [operator]: value } }));
  }
  if (filter.condition === 'EQUAL' || filter.condition === 'IN')
    return [{ [field]: { in: [...filter.values] } }];
  const operator = filter.condition === 'CONTAIN' ? 'contains' : 'startsWith';
  return filter.values
    .flatMap((value) =>
      isUrn(field) ? [...new Set([value, value.toLowerCase(), value.toUpperCase()])] : [value],
    )
    .map((value) => ({ [field]: { [operator]: escapeLike(value), mode: 'insensitive' } }));
}

/** URNs have the collation of bytes, in which only the letters of ASCII have a case. */
const isUrn = (field: string) => field === 'actorUrn' || field === 'ownerUrn';
