import pg from 'pg';
import type { Database } from '../../src/db/database.js';
import type { Query, Transaction } from '../../src/db/query.js';

/** A node of a plan; what EXPLAIN says of runs is there with ANALYZE. */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly Plans?: readonly Plan[];
}
/** The row that EXPLAIN returns with ANALYZE and FORMAT JSON. */
export interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }];
}

export const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** Returns the rows that all parts of a plan have looked at. */
export const countRows = (plan: Plan): number =>
  plan['Actual Loops'] *
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Join Filter'] ?? 0)) +
  (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child), 0);

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | null } }).utils;
function literal(value: unknown): string {
  const text = prepareValue(value);
  return text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`;
}

class Undone extends Error {}

/**
 * Wraps an embedded database so that the rows and pages are counted that all parts of the plans of its statements look at.
 * A plan is that of a process that runs for long: the first one of each statement, for any values and without statistics.
 *
 * @returns the wrapper, and the statements since the last call of `take`, with what each has looked at
 */
export function lookedAt() {
  let counts = new Map<string, number>();
  const names = new Map<string, string>();

  async function explain(
    { query }: Transaction,
    sql: string,
    params: readonly unknown[],
    isPlanned: boolean,
  ) {
    const run = <Row>(text: string, values: readonly unknown[] = []) =>
      query<Row>(text, values, { unprepared: true });
    const explained = 'EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON)';
    const texts = isPlanned ? [] : params.map((param) => literal(param));
    if (!isPlanned && !names.has(sql)) {
      const name = `looked_at_${names.size}`;
      await run(`PREPARE ${name} AS ${sql}`);
      names.set(sql, name);
    }
    await run(`SET LOCAL plan_cache_mode = ${isPlanned ? 'force_custom_plan' : 'force_generic_plan'}`);
    const [row] = isPlanned
      ? await run<Explained>(`${explained} ${sql}`, params)
      : await run<Explained>(`${explained} EXECUTE ${names.get(sql)}${texts.length > 0 ? `(${texts})` : ''}`);
    const { Plan } = row!['QUERY PLAN'][0];
    counts.set(sql, (counts.get(sql) ?? 0) + countRows(Plan) + Plan['Shared Hit Blocks']);
  }

  const isCounted = (sql: string) => /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(sql);

  function wrap(db: Database): Database {
    const alone: Query = async (sql, params = [], options = {}) => {
      if (isCounted(sql))
        await db
          .inTransaction(async (tx) => {
            await explain(tx, sql, params, options.customPlan ?? false);
            throw new Undone();
          })
          .catch((error: unknown) => {
            if (!(error instanceof Undone) && !((error as Error).cause instanceof Undone)) throw error;
          });
      return db.query(sql, params, options);
    };
    const within =
      (tx: Transaction): Query =>
      async (sql, params = [], options = {}) => {
        if (isCounted(sql)) {
          await tx.query('SAVEPOINT looked_at', [], { unprepared: true });
          await explain(tx, sql, params, options.customPlan ?? false);
          await tx.query('ROLLBACK TO looked_at', [], { unprepared: true });
        }
        return tx.query(sql, params, options);
      };
    return {
      ...db,
      query: alone,
      inTransaction: (work, deadline) => db.inTransaction((tx) => work({ query: within(tx) }), deadline),
    };
  }

  return {
    wrap,
    take: () => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}
