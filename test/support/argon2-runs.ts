import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';

/** Set for a server that is started with `--import` of this file: it grows by a byte for every run. */
const file = process.env.ARGON2_RUNS_FILE;

let runs = 0;

// Where argon2 hands its work to a thread, below everything that could be wrapped.
createHook({
  init(_id, type) {
    if (type !== 'argon2:HashWorker') return;
    runs += 1;
    if (file) appendFileSync(file, '.');
  },
}).enable();

/** How often this process has run argon2. */
export const argon2Runs = (): number => runs;
