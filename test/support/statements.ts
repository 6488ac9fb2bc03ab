import pg from 'pg';
import { Engine } from '../../src/db/embedded/engine.js';

type Method = (...args: unknown[]) => unknown;

let count = 0;

/** Counts in the drivers, so that no statement is missed. */
function counting(prototype: object, method: string) {
  const methods = prototype as Record<string, Method>;
  const original = methods[method]!;
  methods[method] = function (this: unknown, ...args: unknown[]) {
    count += 1;
    return original.apply(this, args);
  };
}
counting(pg.Client.prototype, 'query');
counting(Engine.prototype, 'send');

/** Returns how many statements the work runs in this process, including BEGIN and COMMIT. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ statements: number; result: T }> {
  const before = count;
  const result = await work();
  return { statements: count - before, result };
}
