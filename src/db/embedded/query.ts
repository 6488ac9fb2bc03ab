import { LRUCache } from 'lru-cache';
import { serialize } from 'pg-protocol/dist/serializer';
import { DeadlinePassed } from '../../core/deadline.js';
import type { InTransaction, Query, QueryOptions } from '../query.js';
import type { EmbeddedClient, Send } from './client.js';
import { type Column, readColumns, toRows, values } from './result.js';

interface Statement {
  readonly name: string;
  /** Known after the first response. */
  columns?: readonly Column[];
}

/** More than the service has, apart from statements that name tables. */
const maxStatements = 500;

const describe = ({ name }: Statement) => serialize.describe({ type: 'S', name });

/**
 * Runs statements of the embedded database and its transactions. Prepares each statement once, on its first run,
 * because planning takes longer than execution in WebAssembly. A statement cannot be interrupted: the deadline is checked
 * before each statement and before the COMMIT.
 */
export function embeddedQueries(client: EmbeddedClient): { query: Query; inTransaction: InTransaction } {
  const evicted: string[] = [];
  const statements = new LRUCache<string, Statement>({
    max: maxStatements,
    dispose: ({ name }) => void evicted.push(name),
  });
  let count = 0;
  let plansForValues: boolean | undefined;

  /** Returns the message that switches the session between plans for values and plans for all values, if needed. */
  function setPlans(forValues: boolean) {
    if (plansForValues === forValues) return [];
    plansForValues = forValues;
    return [
      serialize.query(`SET plan_cache_mode = ${forValues ? 'force_custom_plan' : 'force_generic_plan'}`),
    ];
  }

  /** Returns the prepared statement, and the messages that must precede its run. */
  function prepare(sql: string) {
    const known = statements.get(sql);
    if (known) return { statement: known, before: known.columns ? [] : [describe(known)] };
    const statement: Statement = { name: `catalog_${count++}` };
    statements.set(sql, statement);
    const before = [
      ...evicted.splice(0).map((name) => serialize.close({ type: 'S', name })),
      serialize.parse({ name: statement.name, text: sql }),
      describe(statement),
    ];
    return { statement, before };
  }

  async function run<Row>(send: Send, sql: string, params: readonly unknown[], options: QueryOptions) {
    const { statement, before } = prepare(sql);
    try {
      const bind = serialize.bind({ statement: statement.name, ...values(params) });
      const answer = await send([...setPlans(false), ...before, bind, serialize.execute({})], options);
      statement.columns ??= readColumns(answer);
      return toRows(answer, statement.columns) as Row[];
    } catch (error) {
      // It may not have been prepared.
      if (!statement.columns && statements.peek(sql) === statement) statements.delete(sql);
      throw error;
    }
  }

  async function runPlanned<Row>(
    send: Send,
    text: string,
    params: readonly unknown[],
    options: QueryOptions,
  ) {
    const statement = [
      serialize.parse({ text }),
      serialize.bind(values(params)),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
    ];
    const answer = await send([...setPlans(true), ...statement], options);
    return toRows(answer, readColumns(answer)) as Row[];
  }

  const query: Query = async <Row>(
    sql: string,
    params: readonly unknown[] = [],
    options: QueryOptions = {},
  ) =>
    options.unprepared && !options.customPlan
      ? (await client.query<Row>(sql, params, options)).rows
      : client.inTurn(
          (send) => (options.customPlan ? runPlanned : run)<Row>(send, sql, params, options),
          options,
        );

  const inTransaction: InTransaction = (work, deadline) =>
    client
      .transaction(
        async (tx) => {
          let statements = 0;
          const checkDeadline = () => {
            if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: statements === 0 });
          };
          const query: Query = async <Row>(
            sql: string,
            params: readonly unknown[] = [],
            { unprepared, ...options }: QueryOptions = {},
          ) => {
            checkDeadline();
            statements += 1;
            return unprepared
              ? (await tx.query<Row>(sql, params, options)).rows
              : run<Row>(tx.send, sql, params, options);
          };
          const result = await work({ query });
          checkDeadline();
          return result;
        },
        { deadline },
      )
      .catch((error: unknown) => {
        // A rollback also reverts the setting.
        plansForValues = undefined;
        throw error;
      });

  return { query, inTransaction };
}
