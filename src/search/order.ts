import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { findField } from './fields.js';
import type { Match } from './match-sql.js';
import type { Params } from './params.js';
import type { Sort } from './request.js';
import type { Position } from './scroll-id.js';

/** A sort criterion of matches. */
export interface Key {
  /** SQL of the value: of type bigint, real or text in the order of its bytes. */
  readonly sql: string;
  readonly type: 'bigint' | 'real' | 'text';
  readonly descending: boolean;
  readonly isNullable: boolean;
}

const maxCriteria = 5;
/** Characters of a value that entities are sorted by, which scroll ids hold. */
const maxSorted = 256;

export interface Order {
  /** SQL of the values of the criteria, as texts, which a scroll id holds. */
  readonly keys: string;
  readonly by: string;
  /** Returns SQL that is true for rows after a position. @throws BAD_REQUEST when the position has other criteria */
  after(position: Position): string;
}

/** Returns the order of matches: the criteria of the sort, then the score, best first, then the URN. */
export function createOrder(sort: readonly Sort[], { urn, score }: Match, params: Params): Order {
  if (sort.length > maxCriteria)
    throw badRequest(`the sort has ${sort.length} criteria; at most ${maxCriteria} are allowed`);
  const criteria = sort.map(({ field, descending }) => toKey(field, descending, urn));
  const last: Key[] = [{ sql: urn, type: 'text', descending: false, isNullable: false }];
  if (score !== null) last.unshift({ sql: score, type: 'real', descending: true, isNullable: false });
  const keys = [...criteria, ...last];
  return {
    keys: `ARRAY[${criteria.map(({ sql }) => `(${sql})::text`)}]::text[]`,
    by: keys
      .map(
        ({ sql, descending, isNullable }) =>
          `${sql}${descending ? ' DESC' : ''}${isNullable ? ' NULLS LAST' : ''}`,
      )
      .join(', '),
    after(position) {
      const values: unknown[] = [...position.keys, ...(score === null ? [] : [position.score]), position.urn];
      checkPosition(position, criteria, score !== null);
      return keys.reduceRight((rest, key, at) => afterIn(key, values[at], rest, params), 'false');
    },
  };
}

/** @throws BAD_REQUEST when a position is not one of these criteria */
export function checkPosition(position: Position, criteria: readonly Key[], isScored: boolean): void {
  const fits =
    position.keys.length === criteria.length &&
    isScored === (position.score !== null) &&
    criteria.every(({ type }, at) => type !== 'bigint' || isBigint(position.keys[at]!));
  if (!fits)
    throw badRequest('scrollId does not fit this request; expected nextScrollId of the previous page');
}

/** @param rest SQL that is true for rows after the position among equal values of the key */
function afterIn({ sql, type, descending, isNullable }: Key, value: unknown, rest: string, params: Params) {
  if (value === null) return `(${sql} IS NULL AND ${rest})`;
  const given = params.add(value, type);
  const beyond = `${sql} ${descending ? '<' : '>'} ${given}`;
  if (rest === 'false') return beyond;
  return `(${beyond}${isNullable ? ` OR ${sql} IS NULL` : ''} OR (${sql} = ${given} AND ${rest}))`;
}

export function toKey(name: string, descending: boolean, urn: string): Key {
  const { sources, values } = findField(name);
  const [source] = sources;
  const key = (sql: string, type: Key['type'] = 'text') => ({ sql, type, descending, isNullable: true });
  if (source === undefined) return key('NULL::text COLLATE "C"');
  if (source.kind === 'urn') return { ...key(urn), isNullable: false };
  if (source.kind === 'type') return key('d.type');
  if (source.kind === 'removed') return key('d.removed::text COLLATE "C"');
  const stored = sources.flatMap((each) =>
    each.kind === 'stored' ? [`d.fields -> '${each.name}' ->> 0`] : [],
  );
  if (stored.length < sources.length) throw badRequest(`entities cannot be sorted by ${quoted(name)}`);
  const text = stored.length === 1 ? `(${stored[0]})` : `coalesce(${stored.join(', ')})`;
  return values === 'time'
    ? key(`CASE WHEN ${text} ~ '^-?[0-9]{1,18}$' THEN ${text}::bigint END`, 'bigint')
    : key(`(sort_text(left(${text}, ${maxSorted})) COLLATE "C")`);
}

const isBigint = (key: string | null) => key === null || /^-?\d{1,18}$/.test(key);
