import { findColumns, findEdits } from '../columns/column-store.js';
import { sameColumn, simplePath } from '../columns/field-path.js';
import type { Requester } from '../core/actor.js';
import { hiddenEntityTypes } from '../datahub/hidden-types.js';
import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';
import type { Change } from './change.js';
import { changeTable } from './insert-sql.js';

/** Null: any. */
export interface ChangeFilter {
  readonly urn: string | null;
  /** The paths of a column. */
  readonly fieldPaths: readonly string[] | null;
  readonly actorUrn: string | null;
  readonly categories: readonly string[] | null;
  /** ms since the epoch, inclusive */
  readonly from: number;
}

/** A change as it is stored. Its time and id together are its key. */
export interface RecordedChange extends Change {
  readonly id: number;
  /** ms since the epoch */
  readonly time: number;
  readonly actorUrn: string;
  /** Whether a value is missing because it was too long. */
  readonly isCut: boolean;
}

/** Changes that are counted at most. */
export const maxTotal = 10_000;

export type ChangeListStore = ReturnType<typeof changeListStore>;

/** Reads changes. Statements are planned for their values, so that a plan only opens the months of the filter. */
export const changeListStore = (db: Database, maxBytes: number) => ({
  /** Returns the number of matching changes, at most `maxTotal`. */
  count: (filter: ChangeFilter, requester: Requester): Promise<number> =>
    db.limited(requester, async () => {
      const [row] = await db.query<{ count: number }>(
        `SELECT count(*) AS count FROM (SELECT FROM ${changeTable} WHERE ${toSql(filter)} LIMIT ${maxTotal}) c`,
        toParams(filter),
        { deadline: requester.deadline, unprepared: true, customPlan: true },
      );
      return row!.count;
    }),

  /** Returns a page of the matching changes, newest first. @throws TooLarge */
  page: (
    filter: ChangeFilter,
    { start, count }: { readonly start: number; readonly count: number },
    requester: Requester,
  ): Promise<RecordedChange[]> =>
    db.limited(requester, () =>
      db.query<RecordedChange>(
        `SELECT ${changeColumns} FROM ${changeTable} WHERE ${toSql(filter)} ORDER BY time DESC, id DESC LIMIT ${count} OFFSET ${start}`,
        toParams(filter),
        { deadline: requester.deadline, unprepared: true, customPlan: true, maxBytes },
      ),
    ),

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
      const known = [
        ...recorded,
        ...(await findColumns(db)([urn], [simple])),
        ...(await findEdits(db)([urn], [simple])),
      ];
      const paths = new Set(known.map((one) => one.fieldPath).filter((path) => simplePath(path) === simple));
      return [...new Set([fieldPath, ...sameColumn([...paths], fieldPath)])];
    }),

  find: async (
    key: { readonly time: string; readonly id: string },
    requester: Requester,
  ): Promise<RecordedChange | undefined> => {
    const [found] = await db.query<RecordedChange>(
      `SELECT ${changeColumns} FROM ${changeTable} WHERE (time, id) = ($1::bigint, $2::bigint) AND ${isShown}`,
      [key.time, key.id],
      { deadline: requester.deadline, unprepared: true, customPlan: true },
    );
    return found;
  },

  /**
   * Whether nothing has changed the same thing since. An entity or a tag that was deleted since is another one, even if it
   * has been created again.
   */
  async isLast(tx: Transaction, change: RecordedChange): Promise<boolean> {
    const { time, id, entityUrn, category, fieldPath, modifier, aspect } = change;
    const later = await tx.query(
      `SELECT FROM ${changeTable}
        WHERE entity_urn = ANY(ARRAY[$3, $6]) AND time >= $1::bigint AND (time, id) > ($1::bigint, $2::bigint)
          AND (operation = 'HARD_DELETE'
               OR (entity_urn, category, field_path) = ($3, $4, $5)
                  AND modifier IS NOT DISTINCT FROM $6::text AND aspect IS NOT DISTINCT FROM $7::text)
        LIMIT 1`,
      [time, id, entityUrn, category, fieldPath, modifier, aspect],
      { unprepared: true, customPlan: true },
    );
    return later.length === 0;
  },
});

/** SQL: leaves out the changes of hidden types that earlier versions have recorded. */
const isShown = `split_part(entity_urn, ':', 3) <> ALL('{${hiddenEntityTypes.join()}}'::text[])`;

/** The last name of a path is looked for first, because a simple path costs more. */
const recordedPaths = `
  SELECT DISTINCT field_path AS "fieldPath" FROM ${changeTable}
   WHERE time >= $1::bigint AND entity_urn = $2
     AND (field_path = $3 OR starts_with(field_path, '[version=2.0]') AND strpos(field_path, $4) > 0
                             AND simple_path(field_path) = $3)`;

/** The columns of a change, as `RecordedChange` names them. */
export const changeColumns = `id, time, entity_urn AS "entityUrn", field_path AS "fieldPath", aspect, category,
  operation, modifier, before, after, is_cut AS "isCut", run_id AS "runId", actor_urn AS "actorUrn"`;

const toParams = ({ from, urn, fieldPaths, actorUrn, categories }: ChangeFilter): unknown[] =>
  [from, urn, fieldPaths, actorUrn, categories].filter((value) => value !== null);

/** Only the conditions that are given, so that a plan uses the index of one of them. */
function toSql({ urn, fieldPaths, actorUrn, categories }: ChangeFilter): string {
  const conditions = ['time >= $1::bigint'];
  const add = (condition: (parameter: string) => string) =>
    conditions.push(condition(`$${conditions.length + 1}`));
  if (urn !== null) add((parameter) => `entity_urn = ${parameter}`);
  if (fieldPaths !== null) add((parameter) => `field_path = ANY(${parameter}::text[])`);
  if (actorUrn !== null) add((parameter) => `actor_urn = ${parameter}`);
  if (categories !== null) add((parameter) => `category = ANY(${parameter}::text[])`);
  return [...conditions, isShown].join(' AND ');
}
