import type { Database } from '../../src/db/database.js';

/**
 * What a statement can mean to the statements of other transactions:
 *
 * - `read`: only the commits before it matter to it, and nothing of it matters to others
 * - `write`: it changes or locks rows, which others notice only by waiting, until its transaction ends
 * - `end`: it ends a transaction that has written, also its own one
 */
export type Kind = 'read' | 'write' | 'end';

/** Whether two steps of two transactions have the same results in both orders, whatever they are about. */
export const areIndependent = (one: Kind, other: Kind): boolean =>
  one !== 'end' && other !== 'end' && (one === 'read' || other === 'read');

const writes = /\b(insert|update|delete|truncate|merge|lock|create|alter|drop|share)\b/i;
/** Reads that depend on transactions that have not ended. */
const watches = /snapshot|pg_locks|pg_stat|xmin|xmax|clock_timestamp/i;

/** Returns how to tell the kind of a statement. A function that PostgreSQL does not know to be harmless can write and lock. */
export async function kindReader(db: Database): Promise<(sql: string) => 'read' | 'write'> {
  const rows = await db.query<{ name: string }>(
    `SELECT DISTINCT proname AS name FROM pg_proc WHERE provolatile = 'v'`,
  );
  const volatile = new Set(rows.map(({ name }) => name));
  return (sql) => {
    const calls = [...sql.matchAll(/(\w+)\s*\(/g)].map(([, name = '']) => name);
    const mayWrite = writes.test(sql) || watches.test(sql) || calls.some((name) => volatile.has(name));
    return mayWrite ? 'write' : 'read';
  };
}
