// Loaded before the service: gives it a fault, or another clock. It changes what the service says to its database, so the
// code under test is the one that is shipped.
import pg from 'pg';
import { findPlants } from './plants.js';

const { SOAK_PLANT: name, SOAK_AHEAD_MS: ahead } = process.env;

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
