import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { Engine } from '../../src/db/embedded/engine.js';

type Method = (...args: unknown[]) => unknown;

/** Of the work that is counted. What a timer runs that began before the work is not counted. */
const counter = new AsyncLocalStorage<{ statements: number }>();
let total = 0;

/** Counts in the drivers, so that no statement is missed. */
function counting(prototype: object, method: string) {
  const methods = prototype as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = function (this: unknown, ...args: unknown[]) {
    total += 1;
    const counted = counter.getStore();
    if (counted) counted.statements += 1;
    return original.apply(this, args);
  };
}
counting(pg.Client.prototype, 'query');
counting(Engine.prototype, 'send');

/** Returns how many statements the work runs in this process, including BEGIN and COMMIT. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ statements: number; result: T }> {
  const counted = { statements: 0 };
  const result = await counter.run(counted, work);
  return { ...counted, result };
}

/** The same for work that a server does for a client: it belongs to the server's connection. Timers are counted, too. */
export async function countStatementsOfProcess<T>(
  work: () => Promise<T>,
): Promise<{ statements: number; result: T }> {
  const before = total;
  const result = await work();
  return { statements: total - before, result };
}
