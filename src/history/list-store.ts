import type { Requester } from '../core/actor.js';
import { sameColumn } from '../core/field-path.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import { columns } from '../db/unnest.js';
import { simplePath } from '../urn/field-path.js';
import { andVisible, type Limit } from '../visibility/limit-sql.js';
import type { Change } from './change.js';
import { changesWithFollowed, lastDeletions } from './followed-sql.js';
import { changeTable, isShown } from './insert-sql.js';

/** Null: any. */
export interface ChangeFilter {
  readonly urn: string | null;
  /** The paths of a column. */
  readonly fieldPaths: readonly string[] | null;
  readonly actorUrn: string | null;
  readonly categories: readonly string[] | null;
  readonly changeSet: string | null;
  /** ms since the epoch, inclusive */
  readonly from: number;
  readonly limit: Limit | null;
}

/** A change as it is stored. Its time and id together are its key. */
export interface RecordedChange extends Change {
  readonly id: number;
  /** ms since the epoch */
  readonly time: number;
  readonly actorUrn: string;
  /** Whether a value or the associations are missing because they were too long. */
  readonly isCut: boolean;
}

/** A change, and what undo has to do with it. */
export interface FoundChange extends RecordedChange {
  /** Whether the associations of a tag are recorded. */
  readonly isDetailed: boolean;
  /** The id of the call that made it; null: no call, or not known. */
  readonly changeSet: string | null;
  /** The id of the call that took it back; null: none. */
  readonly undoneBy: string | null;
}

/** A change with all that is recorded of it. */
export type CompleteChange = FoundChange & { readonly detail: string | null };

/** Changes that are counted at most. */
export const maxTotal = 10_000;

/** Changes of one transaction are nearer to each other. */
const transactionMs = 60_000;

/** Returns the paths with a simple path that the schema of a dataset and its edits have. */
export type FindPaths = (datasetUrn: string, simplePath: string) => Promise<readonly string[]>;

export type ChangeListStore = ReturnType<typeof changeListStore>;

/** Reads changes. Statements are planned for their values, so that a plan only opens the months of the filter. */
export const changeListStore = (db: Database, findPaths: FindPaths, maxBytes: number) => ({
  /** Returns the number of matching changes, at most `maxTotal`. */
  count: (filter: ChangeFilter, requester: Requester): Promise<number> =>
    db.limited(requester, async () => {
      const params = toParams(filter);
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT FROM ${changeTable} WHERE ${toSql(filter, params)} LIMIT ${maxTotal}) c`,
        params,
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      );
      return row!.count;
    }),

  /** Returns a page of the matching changes, newest first. @throws TooLarge */
  page: (
    filter: ChangeFilter,
    { start, count }: { readonly start: number; readonly count: number },
    requester: Requester,
  ): Promise<FoundChange[]> =>
    db.limited(requester, () => {
      const params = toParams(filter);
      return db.query<FoundChange>(
        `SELECT ${foundColumns} FROM ${changeTable} WHERE ${toSql(filter, params)} ORDER BY time DESC, id DESC LIMIT ${count} OFFSET ${start}`,
        params,
        { deadline: requester.deadline, unprepared: true, customPlan: true, maxBytes },
      );
    }),

  /**
   * Returns the paths that the changes of a column can have, by all paths with its simple path that the schema, the edits
   * and the changes of the dataset have.
   */
  columnPaths: (
    { urn, fieldPath, from }: { readonly urn: string; readonly fieldPath: string; readonly from: number },
    requester: Requester,
  ): Promise<readonly string[]> =>
    db.limited(requester, async () => {
      const simple = simplePath(fieldPath);
      if (simple === '') return [fieldPath];
      const recorded = await db.query<{ fieldPath: string }>(
        recordedPaths,
        [from, urn, simple, simple.slice(simple.lastIndexOf('.') + 1)],
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      );
      const known = [...recorded.map((one) => one.fieldPath), ...(await findPaths(urn, simple))];
      const paths = new Set(known.filter((path) => simplePath(path) === simple));
      return [...new Set([fieldPath, ...sameColumn([...paths], fieldPath)])];
    }),

  find: async (
    key: { readonly time: string; readonly id: string },
    requester: Requester,
  ): Promise<CompleteChange | undefined> => {
    const [found] = await db.query<CompleteChange>(
      `SELECT ${foundColumns}, detail::text AS detail FROM ${changeTable} WHERE (time, id) = ($1::bigint, $2::bigint) AND ${isShown}`,
      [key.time, key.id],
      { deadline: requester.deadline, unprepared: true, customPlan: true },
    );
    return found;
  },

  /**
   * Returns a change with those of the same call that replace one value of its entity by another: an entity has one domain,
   * and its replacement is two changes. Without those that are undone.
   */
  async withReplaced(change: CompleteChange, requester: Requester): Promise<CompleteChange[]> {
    if (change.category !== 'DOMAIN' || change.changeSet === null) return [change];
    const found = await db.query<CompleteChange>(
      `SELECT ${foundColumns}, detail::text AS detail FROM ${changeTable}
        WHERE change_set = $1::uuid AND time BETWEEN $2::bigint AND $3::bigint AND entity_urn = $4 AND id <> $5::bigint
          AND category = 'DOMAIN' AND undone_by IS NULL`,
      [
        ...[change.changeSet, change.time - transactionMs, change.time + transactionMs],
        ...[change.entityUrn, change.id],
      ],
      { deadline: requester.deadline, unprepared: true, customPlan: true },
    );
    return [change, ...found];
  },

  /**
   * Returns the changes after which something has changed the same thing. An entity or a tag that was deleted since is
   * another one, even if it has been created again.
   *
   * @param ownSets the changes of these calls do not count
   */
  async findFollowed(
    tx: Transaction,
    changes: readonly CompleteChange[],
    ownSets: readonly string[] = [],
  ): Promise<CompleteChange[]> {
    const entities = new Set(changes.map(({ entityUrn }) => entityUrn));
    const tags = changes.flatMap(({ modifier }) => (modifier === null ? [] : [modifier]));
    const rows = await tx.query<{ ordinal: number }>(
      followedSql,
      [
        [...entities],
        [...new Set([...entities, ...tags])],
        Math.min(...changes.map(({ time }) => time)),
        ...columns(changes, 'time', 'id', 'entityUrn', 'modifier'),
        ownSets,
      ],
      { unprepared: true, customPlan: true },
    );
    return rows.map(({ ordinal }) => changes[ordinal - 1]!);
  },
});

/** The last name of a path is looked for first, because a simple path costs more. */
const recordedPaths = `
  SELECT DISTINCT field_path AS "fieldPath" FROM ${changeTable}
   WHERE time >= $1::bigint AND entity_urn = $2
     AND (field_path = $3 OR starts_with(field_path, '[version=2.0]') AND strpos(field_path, $4) > 0
                             AND simple_path(field_path) = $3)`;

const followedSql = `
  WITH c AS MATERIALIZED (
    SELECT * FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[]) WITH ORDINALITY AS c(time, id, urn, modifier, ordinal)
  ), deletions AS MATERIALIZED (${lastDeletions('$2', '$3')})
  SELECT c.ordinal FROM c JOIN (${changesWithFollowed('$1', '$3', '$8')}) l USING (time, id) WHERE l.is_followed
  UNION
  SELECT c.ordinal FROM deletions d JOIN c ON d.urn IN (c.urn, c.modifier) WHERE (d.time, d.id) > (c.time, c.id)
   ORDER BY ordinal`;

/** The columns of a change, as `RecordedChange` names them. */
export const changeColumns = `id, time, entity_urn AS "entityUrn", field_path AS "fieldPath", aspect, category,
  operation, modifier, before, after, is_cut AS "isCut", run_id AS "runId", actor_urn AS "actorUrn"`;

/** The columns of a change, as `FoundChange` names them. */
export const foundColumns = `${changeColumns}, detail IS NOT NULL AS "isDetailed", change_set AS "changeSet",
  undone_by AS "undoneBy"`;

const toParams = ({ from, urn, fieldPaths, actorUrn, categories, changeSet }: ChangeFilter): unknown[] =>
  [from, urn, fieldPaths, actorUrn, categories, changeSet].filter((value) => value !== null);

/** Only the conditions that are given, so that a plan uses the index of one of them. */
function toSql(
  { urn, fieldPaths, actorUrn, categories, changeSet, limit }: ChangeFilter,
  params: unknown[],
): string {
  const conditions = ['time >= $1::bigint'];
  const add = (condition: (parameter: string) => string) =>
    conditions.push(condition(`$${conditions.length + 1}`));
  if (urn !== null) add((parameter) => `entity_urn = ${parameter}`);
  if (fieldPaths !== null) add((parameter) => `field_path = ANY(${parameter}::text[])`);
  if (actorUrn !== null) add((parameter) => `actor_urn = ${parameter}`);
  if (categories !== null) add((parameter) => `category = ANY(${parameter}::text[])`);
  if (changeSet !== null) add((parameter) => `change_set = ${parameter}::uuid`);
  return [...conditions, isShown].join(' AND ') + andVisible(limit, 'entity_urn', params);
}
