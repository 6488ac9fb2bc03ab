import { hasEffect } from '../aspects/references/effect-sql.js';
import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { columns, numberedKeyRows } from '../db/unnest.js';
import { andVisible } from '../visibility/limit-sql.js';
import type { Visibility } from '../visibility/visibility.js';
import type { EdgeField, EdgeFilter } from './relationship-filter.js';
import { inSlice, type Slice } from './slice-sql.js';

/** What edges are ordered by: three columns of an index, of which the first is the URN of one end. */
export type RelationshipKey = readonly [string, string, string | number];

export interface ScrolledRelationship {
  readonly relationship: string;
  readonly source: string;
  readonly destination: string;
  readonly key: RelationshipKey;
}

/** References, or tags, by the end that they are read by. */
export type EdgeKind = keyof typeof kinds;

interface RelationshipPage {
  readonly kind: EdgeKind;
  /** URNs of that end, in order; null: all. */
  readonly ends: readonly string[] | null;
  /** With ends: of the first of them, only what follows. */
  readonly after: RelationshipKey | null;
  /** Without ends: the last key. */
  readonly until: RelationshipKey | null;
  /** All of them must hold. */
  readonly filters: readonly EdgeFilter[];
  readonly slice: Slice | null;
  readonly count: number;
}

interface Kind {
  readonly from: string;
  /** An edge can have several rows. SQL: whether a row is the first of its edge. */
  readonly isFirst: string;
  readonly relationship: string;
  readonly source: string;
  readonly destination: string;
  readonly keys: readonly [string, string, string];
  readonly last: 'text' | 'int';
}

const reference = {
  from: 'entity_references r',
  relationship: 'r.relationship',
  source: 'r.source',
  destination: 'r.target',
};
const tag = {
  from: 'current_global_tags r',
  relationship: `CASE r.field_path WHEN '' THEN 'TaggedWith' ELSE 'EditableSchemaFieldTaggedWith' END`,
  source: 'r.resource_urn',
  destination: 'r.tag_urn',
};
/** SQL: whether no column before has the tag, too. */
const isFirstColumn = `
  NOT EXISTS (SELECT FROM current_global_tags o WHERE o.tag_urn = r.tag_urn AND o.resource_urn = r.resource_urn
                                                  AND o.field_path <> '' AND o.field_path < r.field_path)`;

const kinds = {
  referencesByTarget: {
    ...reference,
    isFirst: hasEffect('r.relationship'),
    keys: ['r.target', 'r.relationship', 'r.source'],
    last: 'text',
  },
  referencesBySource: {
    ...reference,
    isFirst: `${hasEffect('r.relationship')} AND NOT EXISTS (
      SELECT FROM entity_references o WHERE (o.target, o.relationship, o.source) = (r.target, r.relationship, r.source)
                                        AND (o.aspect, o.position) < (r.aspect, r.position))`,
    keys: ['r.source', 'r.aspect', 'r.position'],
    last: 'int',
  },
  tagsByTarget: {
    ...tag,
    isFirst: isFirstColumn,
    keys: ['r.tag_urn', 'r.resource_urn', 'r.field_path'],
    last: 'text',
  },
  tagsBySource: {
    ...tag,
    isFirst: isFirstColumn,
    keys: ['r.resource_urn', 'r.field_path', 'r.tag_urn'],
    last: 'text',
  },
} as const satisfies Record<string, Kind>;

export type RelationshipScrollStore = ReturnType<typeof relationshipScrollStore>;

/** Whether a key that a client has sent can be one of the kind. */
export const isKey = (kind: EdgeKind, [, , third]: RelationshipKey): boolean =>
  (kinds[kind].last === 'int') === (typeof third === 'number');

/** Before all keys of an end; by default, before all. */
export const firstKey = (kind: EdgeKind, urn = ''): RelationshipKey => [
  urn,
  '',
  kinds[kind].last === 'int' ? -1 : '',
];

/** Reads references and tags by their ends, without those that a caller may not see. */
export function relationshipScrollStore(
  { read, limited }: Pick<Database, 'read' | 'limited'>,
  { limit }: Visibility,
) {
  return {
    /** Rows of one edge can follow each other. */
    read(actor: Actor, page: RelationshipPage): Promise<ScrolledRelationship[]> {
      const { from, isFirst, keys, last, ...kind }: Kind = kinds[page.kind];
      const params: unknown[] = [];
      const bind = (value: unknown) => `$${params.push(value)}`;
      const [one, two, three] = keys;
      const types = ['text', 'text', last];
      const bindKey = (key: RelationshipKey) =>
        key.map((value, index) => `${bind(value)}::${types[index]}`).join(', ');
      const { ends, after, until } = page;
      const range = () => {
        if (ends === null)
          return `(${keys.join(', ')}) > (${bindKey(after ?? firstKey(page.kind))})${until ? ` AND (${keys.join(', ')}) <= (${bindKey(until)})` : ''}`;
        return `${one} = n.urn AND (${two}, ${three}) > (n.second, n.third)`;
      };
      const starts = ends?.map((urn, index) => {
        const [, second, third] = index === 0 && after !== null ? after : firstKey(page.kind);
        return { urn, second, third };
      });
      if (starts) params.push(...columns(starts, 'urn', 'second', 'third'));
      const where = [
        range(),
        isFirst,
        ...page.filters.flatMap((filter) => (filter.length === 0 ? [] : [toSql(filter, kind, bind)])),
        ...(page.slice
          ? [inSlice(page.slice, [kind.relationship, kind.source, kind.destination], bind)]
          : []),
      ].join(' AND ');
      const visible = [kind.source, kind.destination]
        .map((urn) => andVisible(limit(actor), urn, params))
        .join('');
      const count = bind(page.count);
      const select = `
        SELECT ${kind.relationship} AS relationship, ${kind.source} AS source, ${kind.destination} AS destination,
               ${one} AS one, ${two} AS two, ${three} AS three
          FROM ${from} WHERE ${where}${visible} ORDER BY ${keys.join(', ')} LIMIT ${count}::int`;
      const rows = starts
        ? `SELECT e.*, n.position FROM ${numberedKeyRows('$1::text[]', '$2::text[]', `$3::${last}[]`)} AS n(urn, second, third, position)
            CROSS JOIN LATERAL (${select}) e ORDER BY n.position, e.one, e.two, e.three LIMIT ${count}::int`
        : select;
      return limited(actor, async () => {
        const found = await read<Row>(rows, params, { deadline: actor.deadline, customPlan: true });
        return found.map(({ one, two, three, ...edge }) => ({ ...edge, key: [one, two, three] as const }));
      });
    },

    /** Returns the key of the last row among some of those after a key; null: fewer rows follow. */
    async keyAfter(actor: Actor, kind: EdgeKind, after: RelationshipKey | null, rows: number) {
      const { from, keys, last }: Kind = kinds[kind];
      const [one, two, three] = keys;
      const [found] = await limited(actor, () =>
        read<Row>(
          `SELECT ${one} AS one, ${two} AS two, ${three} AS three FROM ${from}
            WHERE (${keys.join(', ')}) > ($1::text, $2::text, $3::${last}) ORDER BY ${keys.join(', ')} OFFSET $4::int LIMIT 1`,
          [...(after ?? firstKey(kind)), rows],
          { deadline: actor.deadline, customPlan: true },
        ),
      );
      return found ? ([found.one, found.two, found.three] as const) : null;
    },
  };
}

interface Row extends Omit<ScrolledRelationship, 'key'> {
  readonly one: string;
  readonly two: string;
  readonly three: string | number;
}

type Ends = Pick<Kind, 'relationship' | 'source' | 'destination'>;

function toSql(filter: EdgeFilter, ends: Ends, bind: (value: unknown) => string): string {
  const alternatives = filter.map((all) =>
    [
      'true',
      ...all.map(
        ({ field, values, negated }) =>
          `${negated ? 'NOT ' : ''}${expression(ends, field)} = ANY(${bind(values)}::text[])`,
      ),
    ].join(' AND '),
  );
  return `((${alternatives.join(') OR (')}))`;
}

/** SQL: the value of a field of an edge. */
const expression = (ends: Ends, field: EdgeField): string =>
  field === 'sourceType' || field === 'destinationType'
    ? `split_part(${field === 'sourceType' ? ends.source : ends.destination}, ':', 3)`
    : `(${ends[field]})`;
