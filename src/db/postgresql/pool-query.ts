import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DeadlinePassed } from '../../core/deadline.js';
import { boundedRows } from '../bounded-read.js';
import { OutcomeUnknown } from '../errors.js';
import type { InTransaction, Query, QueryOptions } from '../query.js';
import { encodeTexts } from '../text-array.js';
import { isAnswer, withPooledClient } from './pooled-client.js';
import { customPlan, planForAll } from './settings.js';

export interface PoolOptions {
  readonly pool: pg.Pool;
  readonly config: pg.ClientConfig;
  /** SQL that runs at the start of each transaction. */
  readonly settings: string;
}

const names = new Map<string, string>();

/** Returns the name of the prepared statement: the same on every connection, so that a pooler can share it. */
export function toName(sql: string): string {
  const name = names.get(sql) ?? `catalog_${createHash('sha256').update(sql).digest('hex').slice(0, 32)}`;
  names.set(sql, name);
  return name;
}

const toRequest = (text: string, params: readonly unknown[], { unprepared, customPlan }: QueryOptions) => ({
  text,
  values: encodeTexts(params),
  ...(unprepared || customPlan ? {} : { name: toName(text) }),
});

/** Runs each statement on a connection of the pool. */
export const poolQuery =
  (options: PoolOptions): Query =>
  async <Row>(sql: string, params: readonly unknown[] = [], queryOptions: QueryOptions = {}) => {
    const request = toRequest(sql, params, queryOptions);
    const { deadline, maxBytes } = queryOptions;
    if (queryOptions.customPlan) {
      return withPooledClient(options, deadline, async ({ run, control, handshakePid, isUsable }) => {
        await control(`SET plan_cache_mode = ${customPlan}`);
        try {
          return await run<Row>(request, handshakePid, maxBytes);
        } finally {
          if (isUsable()) await control(`SET plan_cache_mode = ${planForAll}`);
        }
      });
    }
    if (!deadline && maxBytes !== undefined) return boundedRows<Row>(options.pool, request, maxBytes);
    if (!deadline) return (await options.pool.query(request)).rows as Row[];
    return withPooledClient(options, deadline, async ({ run, handshakePid }) => {
      const answer = run<Row>(request, handshakePid, maxBytes);
      return queryOptions.changes ? deadline.settle(awaitOutcome(answer)) : answer;
    });
  };

/** Runs transactions on connections of the pool. The settings end with the transaction. */
export function poolTransactions(options: PoolOptions): InTransaction {
  const text = `BEGIN; ${options.settings}; SELECT pg_backend_pid() AS pid`;

  return (work, deadline) =>
    withPooledClient(options, deadline, async ({ run, control, isUsable }) => {
      const results = (await control(text)) as pg.QueryResult<{ pid: number }>[];
      const { pid } = results.at(-1)!.rows[0]!;
      const query: Query = (sql, params = [], queryOptions = {}) =>
        run(toRequest(sql, params, queryOptions), pid, queryOptions.maxBytes);
      try {
        const result = await work({ query });
        if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: true });
        const commit = awaitOutcome(control('COMMIT'));
        const { command } = (await (deadline ? deadline.settle(commit) : commit)) as pg.QueryResult;
        if (command !== 'COMMIT') throw new Error('a statement failed, so the transaction was rolled back');
        return result;
      } catch (error) {
        if (isUsable()) await control('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
}

/** Runs each statement in a separate transaction, which sets its settings: for shared sessions. */
export const queryInTransaction =
  (inTransaction: InTransaction): Query =>
  (sql, params, options) =>
    inTransaction(async (tx) => {
      if (options?.customPlan)
        await tx.query(`SET LOCAL plan_cache_mode = ${customPlan}`, [], { unprepared: true });
      return tx.query(sql, params, options);
    }, options?.deadline);

/** An error of the server means that nothing was written. A broken connection leaves the outcome unknown. */
async function awaitOutcome<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const isKnown = error instanceof DeadlinePassed || isAnswer(error);
    throw isKnown ? error : new OutcomeUnknown(undefined, { cause: error });
  }
}
