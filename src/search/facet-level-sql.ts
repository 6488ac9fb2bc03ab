import { entityTypesByName } from '../datahub/entity-types.js';
import type { Field, Source } from './fields.js';
import type { Params } from './params.js';

/** One field of a facet, as SQL. */
export type Level = KeyedLevel | RowsLevel;

/** Its values follow from parts of the document, so documents with the same parts are counted together. */
export interface KeyedLevel {
  readonly kind: 'keyed';
  readonly keys: readonly Key[];
  /** Returns a query for the distinct values of a document. @param keys SQL of the keys */
  readonly values: (keys: readonly string[]) => string;
}

/** A part of a document. */
export type Key = { readonly stored: string } | { readonly sql: string };

/** Its values are rows beside the document. */
export interface RowsLevel {
  readonly kind: 'rows';
  readonly values: (urn: string) => string;
  /** Whether an entity can have a row twice. */
  readonly repeats: boolean;
}

/** Returns SQL of the values of one document, which the statement names `d`. */
export const valuesOfDocument = (level: Level, urn: string): string =>
  level.kind === 'rows' ? level.values(urn) : level.values(level.keys.map(inDocument));

export const inDocument = (key: Key): string => ('sql' in key ? key.sql : `d.fields -> '${key.stored}'`);

/**
 * Returns SQL of these fields of a document. `jsonb_to_record` reads a document once for all of them; for a single one
 * it takes longer than the operator. OFFSET 0 hides the statistics of the column `fields` from the grouping: PostgreSQL
 * would expect as many groups as documents, and sort.
 */
export const recordSql = (stored: readonly string[]) =>
  stored.length === 1
    ? `(SELECT d.fields -> '${stored[0]}' AS "${stored[0]}" OFFSET 0) AS f`
    : `jsonb_to_record(d.fields) AS f(${stored.map((name) => `"${name}" jsonb`)})`;

type Pairs = Extract<Source, { kind: 'tags' }>;
type References = Extract<Source, { kind: 'references' }>;

/** Returns null for a field without values. @param urn SQL of the entity's URN */
export function toLevel({ sources }: Field, urn: string, params: Params): Level | null {
  const [source, ...others] = sources;
  if (source === undefined) return null;
  if (others.length === 0 && source.kind === 'stored' && source.name === 'platform')
    return single('d.platform');
  const stored = sources.flatMap((each) => (each.kind === 'stored' ? [{ stored: each.name }] : []));
  if (stored.length === sources.length) return { kind: 'keyed', keys: stored, values: elements };
  if (others.length === 0 && source.kind === 'type')
    return { kind: 'keyed', keys: [{ sql: 'd.type' }], values: ([type]) => typeName(type!, params) };
  if (others.length === 0 && source.kind === 'removed') return single('d.removed::text');
  if (others.length === 0 && source.kind === 'urn') return single(urn);
  if (others.length === 0 && source.kind === 'has')
    return single(`(${source.of.map((of) => has(of, urn)).join(' OR ')})::text`);
  if (source.kind === 'tags')
    return { kind: 'rows', values: (entity) => pairsSql(source, entity), repeats: false };
  const references = sources.map(asReferences);
  return { kind: 'rows', values: (entity) => referencesSql(references, entity), repeats: true };
}

const single = (sql: string): KeyedLevel => ({
  kind: 'keyed',
  keys: [{ sql }],
  values: ([key]) => `SELECT ${key} AS value WHERE ${key} IS NOT NULL`,
});

/** A list of a document has no value twice. */
const elements = (keys: readonly string[]) =>
  keys.map((key) => `SELECT e.value FROM jsonb_array_elements_text(${key}) AS e(value)`).join(' UNION ');

function typeName(type: string, params: Params): string {
  const names = params.add([...entityTypesByName.keys()], 'text[]');
  const types = params.add([...entityTypesByName.values()], 'text[]');
  return `SELECT coalesce((SELECT n.name FROM unnest(${names}, ${types}) AS n(name, type) WHERE n.type = ${type}), 'OTHER')
           AS value WHERE ${type} IS NOT NULL`;
}

/** The terms of an entity itself are references as well. */
function asReferences(source: Source): References {
  if (source.kind === 'stored' && source.name === 'glossaryTerms')
    return { kind: 'references', relationship: 'TermedWith', aspects: ['glossaryTerms'] };
  return source as References;
}

const pairTests = {
  any: '',
  entity: ' AND x.on_entity',
  columns: ' AND x.columns > 0',
  edited: ' AND x.edited_columns > 0',
} as const;

const pairsSql = ({ on }: Pairs, urn: string) =>
  `SELECT x.tag_urn AS value FROM current_tagged_entities x WHERE x.entity_urn = ${urn}${pairTests[on]}`;

/** One scan for all sources, because PostgreSQL looks up the parts of a UNION for each document. */
function referencesSql(sources: readonly References[], urn: string): string {
  const tests = sources.map(
    ({ relationship, aspects }) =>
      `(x.relationship = '${relationship}' AND x.aspect IN (${aspects.map((aspect) => `'${aspect}'`)}))`,
  );
  return `SELECT x.target AS value FROM entity_references x WHERE x.source = ${urn} AND (${tests.join(' OR ')})`;
}

const has = (source: Source, urn: string) =>
  source.kind === 'stored'
    ? `coalesce(d.fields ? '${source.name}', false)`
    : `EXISTS (${source.kind === 'tags' ? pairsSql(source, urn) : referencesSql([source as References], urn)})`;
