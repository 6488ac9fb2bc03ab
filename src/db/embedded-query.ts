import { type PGlite, parse, protocol } from '@electric-sql/pglite';
import type { Query } from './database.js';

const { serialize } = protocol;

interface Statement {
  readonly name: string;
  readonly parameterTypes: readonly number[];
}

/**
 * PGlite's own `query` has every statement planned anew, which takes WebAssembly longer than to run it, and makes six
 * calls of it. This prepares a statement once, and runs it in one call.
 */
export function preparedQuery(pglite: PGlite): Query {
  const statements = new Map<string, Statement>();
  const send = async (...messages: Uint8Array[]) =>
    (await pglite.execProtocol(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })).messages;

  async function prepare(sql: string): Promise<Statement> {
    const name = `catalog_${statements.size}`;
    if (statements.size === 0) await send(serialize.query('SET plan_cache_mode = force_generic_plan'));
    const messages = await send(
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
    );
    const statement = { name, parameterTypes: parse.parseDescribeStatementResults(messages) };
    statements.set(sql, statement);
    return statement;
  }

  async function run<Row>(sql: string, params: readonly unknown[]): Promise<Row[]> {
    const { name: statement, parameterTypes } = statements.get(sql) ?? (await prepare(sql));
    const values = params.map((value, index) => {
      if (value === null || value === undefined) return null;
      const serializer = pglite.serializers[parameterTypes[index]!] ?? String;
      return serializer(value);
    });
    const portal = serialize.describe({ type: 'P' });
    const messages = await send(serialize.bind({ statement, values }), portal, serialize.execute({}));
    await pglite.syncToFs();
    return (parse.parseResults(messages, pglite.parsers)[0]?.rows ?? []) as Row[];
  }

  // As PGlite's own: after the transaction that is open, and after the statement that runs.
  return async <Row>(sql: string, params: readonly unknown[] = []) => {
    await pglite._checkReady();
    return pglite._runExclusiveTransaction(() => pglite._runExclusiveQuery(() => run<Row>(sql, params)));
  };
}
