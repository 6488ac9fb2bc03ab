import { type PGlite, protocol } from '@electric-sql/pglite';
import type {
  BackendMessage,
  DatabaseError,
  DataRowMessage,
  ParameterDescriptionMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages';
import { Parser } from 'pg-protocol/dist/parser';
import { readTooLarge } from './bounded-read.js';
import type { InTransaction, Query, QueryOptions } from './database.js';
import { DeadlinePassed } from './errors.js';
import { textParser } from './text-parser.js';

const { serialize } = protocol;

const unbounded = Number.POSITIVE_INFINITY;

interface Statement {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly columns: readonly { readonly name: string; readonly parse: (text: string) => unknown }[];
}

/**
 * PGlite's own `query` has every statement planned anew, which takes WebAssembly longer than to run it, makes six calls
 * of it, and reads the answer slower than it is made. This prepares a statement once, runs it in one call, and reads
 * the answer as node-postgres does.
 */
export function preparedQuery(pglite: PGlite): Query {
  const statements = new Map<string, Statement>();
  const parser = new Parser();

  async function send(maxBytes: number, ...messages: Uint8Array[]): Promise<readonly BackendMessage[]> {
    const answer: BackendMessage[] = [];
    let bytes = 0;
    await pglite.execProtocolRawStream(Buffer.concat([...messages, serialize.sync()]), {
      syncToFs: false,
      // A copy: it is the engine's memory.
      onRawData: (data) =>
        parser.parse(Buffer.from(data), (message) => {
          if (message.name === 'dataRow') bytes += message.length;
          if (bytes <= maxBytes) answer.push(message);
        }),
    });
    if (bytes > maxBytes) throw readTooLarge(maxBytes);
    const error = answer.find(({ name }) => name === 'error');
    if (error) throw error as DatabaseError;
    return answer;
  }

  async function prepare(sql: string): Promise<Statement> {
    const name = `catalog_${statements.size}`;
    if (statements.size === 0)
      await send(unbounded, serialize.query('SET plan_cache_mode = force_generic_plan'));
    const described = await send(
      unbounded,
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    );
    const find = <M>(kind: BackendMessage['name']) =>
      described.find((message) => message.name === kind) as M | undefined;
    const parameters = find<ParameterDescriptionMessage>('parameterDescription');
    const row = find<RowDescriptionMessage>('rowDescription');
    const statement = {
      name,
      parameterTypes: parameters?.dataTypeIDs ?? [],
      columns: (row?.fields ?? []).map(({ name, dataTypeID }) => ({ name, parse: textParser(dataTypeID) })),
    };
    statements.set(sql, statement);
    return statement;
  }

  async function run<Row>(sql: string, params: readonly unknown[], maxBytes: number): Promise<Row[]> {
    const { name: statement, parameterTypes, columns } = statements.get(sql) ?? (await prepare(sql));
    const values = params.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = pglite.serializers[parameterTypes[index]!] ?? String;
      return serializer(value);
    });
    const messages = await send(maxBytes, serialize.bind({ statement, values }), serialize.execute({}));
    await pglite.syncToFs();
    const rows: Row[] = [];
    for (const message of messages) {
      if (message.name !== 'dataRow') continue;
      const { fields } = message as DataRowMessage;
      const row: Record<string, unknown> = {};
      columns.forEach(({ name, parse }, index) => {
        row[name] = fields[index] === null ? null : parse(fields[index]);
      });
      rows.push(row as Row);
    }
    return rows;
  }

  // As PGlite's own: after the transaction that is open, and after the statement that runs.
  return async <Row>(
    sql: string,
    params: readonly unknown[] = [],
    { deadline, unprepared, maxBytes = unbounded }: QueryOptions = {},
  ) => {
    await pglite._checkReady();
    if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: true });
    if (unprepared) return (await pglite.query<Row>(sql, [...params])).rows;
    return pglite._runExclusiveTransaction(() =>
      pglite._runExclusiveQuery(() => run<Row>(sql, params, maxBytes)),
    );
  };
}

/**
 * Transactions of the embedded database, one after the other. A statement can't be interrupted: a deadline that passes
 * is noticed before the next one, and before the COMMIT.
 */
export const embeddedTransactions =
  (pglite: PGlite): InTransaction =>
  (work, deadline) =>
    pglite.transaction(async (tx) => {
      let statements = 0;
      const checkDeadline = () => {
        if (deadline?.passed) throw new DeadlinePassed({ wasWaiting: statements === 0 });
      };
      const query: Query = async <Row>(sql: string, params: readonly unknown[] = []) => {
        checkDeadline();
        statements += 1;
        return (await tx.query<Row>(sql, [...params])).rows;
      };
      const result = await work({ query });
      checkDeadline();
      return result;
    }) as Promise<never>;
