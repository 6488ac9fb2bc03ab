// Loaded before the service: gives it a fault, another clock, or cheap hashes. It changes what the service says to its
// database and to argon2, so the code under test is the one that is shipped.
import { createRequire } from 'node:module';
import pg from 'pg';
import { findPlants } from './plants.js';

const { SOAK_PLANT: name, SOAK_AHEAD_MS: ahead, SOAK_CHEAP_HASHES: areHashesCheap } = process.env;

if (name) {
  const { rewrite } = findPlants(name);
  // biome-ignore lint/suspicious/noExplicitAny: of several signatures
  const prototype = pg.Client.prototype as any;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, request: unknown, ...rest: unknown[]) {
    if (typeof request === 'string') return query.call(this, rewrite(request), ...rest);
    const { text } = request as { text?: string };
    if (typeof text === 'string') Object.assign(request as object, { text: rewrite(text) });
    return query.call(this, request, ...rest);
  };
}

if (Number(ahead)) {
  const { now } = Date;
  Date.now = () => now() + Number(ahead);
}

if (areHashesCheap) {
  // Not imported: the service's import would then have the functions that the package has now.
  const argon2 = createRequire(import.meta.url)('argon2') as typeof import('argon2');
  const { hash } = argon2;
  const cheap = (text: string, options: object) => hash(text, { ...options, memoryCost: 1_024, timeCost: 1 });
  Object.assign(argon2, { hash: cheap });
}
