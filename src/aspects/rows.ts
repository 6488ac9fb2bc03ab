import { stringifyInSteps } from '../json/lossless-json-steps.js';
import type { Steps } from '../scheduling/steps.js';
import type { AspectRows, AspectTables, AspectUpsert, AssociationWrite, PreparedRows } from './aspect.js';
import type { AspectRecord } from './aspect-store.js';
import type { Aspects } from './kernel.js';

/** Aspects as rows of each table. */
export interface Rows {
  readonly records: readonly AspectRecord[];
  /** The rows of tables that keep parts of the aspects. */
  readonly parts: readonly PreparedRows[];
  /** The aspects that they are of. */
  readonly upserts: readonly AspectUpsert[];
}

/** @param given each (urn, name) once */
export function* toRows(aspects: Aspects, given: readonly AspectUpsert[]): Steps<Rows> {
  const upserts: AspectUpsert[] = [];
  const records: AspectRecord[] = [];
  const byTables = new Map<AspectTables, AspectUpsert[]>(aspects.tables.map((tables) => [tables, []]));
  for (const one of given) {
    const aspect = aspects.find(one.entityType, one.name);
    const upsert = aspect?.distinct ? { ...one, value: aspect.distinct(one.value) } : one;
    upserts.push(upsert);
    records.push(yield* toRecord(upsert, aspect?.rows?.rest));
    if (aspect?.rows) byTables.get(aspect.rows.tables)!.push(upsert);
    yield;
  }
  const parts: PreparedRows[] = [];
  for (const [tables, some] of byTables) if (some.length > 0) parts.push(yield* tables.split(some));
  return { records, parts, upserts };
}

function* toRecord(
  { urn, name, value, text, systemMetadata = null }: AspectUpsert,
  rest: AspectRows['rest'],
): Steps<AspectRecord> {
  const extraFields = rest
    ? yield* stringifyInSteps(rest(value))
    : (text ?? (yield* stringifyInSteps(value)));
  return { urn, name, extraFields, systemMetadata };
}

export const associationsIn = ({ parts }: Rows): AssociationWrite[] =>
  parts.flatMap(({ associations }) => associations ?? []);

/** Groups that rows name. Missing ones are created. */
export const groupsIn = ({ parts }: Rows): string[] => parts.flatMap(({ groups }) => groups ?? []);

/** The tags that rows reference. Missing ones are created, so that entities can be ingested in any order. */
export const referencedTags = (rows: Rows): Set<string> =>
  new Set(associationsIn(rows).map(({ tagUrn }) => tagUrn));
