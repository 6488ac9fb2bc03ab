import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { concat } from './bytes.js';
import { freeBytes, reserveBytes } from './disk.js';
import { Gate } from './gate.js';

/** The data that the thread receives at its start. */
export interface WorkerData {
  /** Undefined: in memory. */
  readonly folder: string | undefined;
}

/** Messages of PostgreSQL's protocol that end with a Sync, or the request to close. */
export type ToWorker = Request | { readonly request: Request; readonly gate: Gate['shared'] } | 'close';
type Request = Uint8Array;

/** 'open' once, then one response per request, in order. A boolean: whether the database is now read-only. */
export type FromWorker = 'open' | Uint8Array | boolean;

const errorResponse = 'E'.charCodeAt(0);

const port = parentPort!;
const { folder } = workerData as WorkerData;
const pglite = await open();
let readOnly = false;
let work = Promise.resolve();

port.on('message', (message: ToWorker) => {
  // A failure is not caught: it ends the thread, and the engine then rejects the pending requests.
  work = work.then(() => handle(message));
});
post('open');

async function open() {
  try {
    // A folder whose indexes use the extension cannot be opened without it.
    const extensions = { pg_trgm };
    // A start writes to all shared buffers, and the default is 128 MB. The system caches the pages of files too.
    const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
    return await (folder === undefined
      ? PGlite.create({ extensions, startParams })
      : PGlite.create(folder, { extensions, startParams }));
  } catch (error) {
    // Emscripten throws objects that cannot be passed to another thread as errors.
    if (error instanceof Error) throw error;
    throw Object.assign(new Error(`PGlite cannot be opened: ${inspect(error)}`), Object(error));
  }
}

async function handle(message: ToWorker) {
  if (message === 'close') return close();
  if (message instanceof Uint8Array) return run(message);
  if (new Gate(message.gate).start()) return run(message.request);
  post(new Uint8Array());
}

async function run(request: Uint8Array) {
  if (!pglite.isInTransaction()) await updateReadOnlyMode();
  const chunks: Buffer[] = [];
  await pglite.execProtocolRawStream(request, {
    // A copy, because the chunk is the engine's memory.
    onRawData: (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  const answer = concat(chunks);
  const panicked = hasPanicked(answer);
  post(answer);
  // The files are intact, but the engine would continue without the locks that PostgreSQL held.
  if (panicked) throw new Error('its PostgreSQL has panicked');
}

/**
 * Makes transactions read-only while the disk is almost full: an engine that can't write its log panics.
 */
async function updateReadOnlyMode() {
  if (folder === undefined || freeBytes(folder) < reserveBytes === readOnly) return;
  readOnly = !readOnly;
  post(readOnly);
  await pglite.exec(`SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
}

async function close() {
  await pglite.close();
  port.close();
}

function post(message: FromWorker) {
  port.postMessage(message, message instanceof Uint8Array ? [message.buffer as ArrayBuffer] : []);
}

/** Looks for an error of severity PANIC. Each message begins with its type and the length of the rest. */
function hasPanicked(answer: Uint8Array): boolean {
  const view = new DataView(answer.buffer);
  for (let start = 0; start < answer.length; start += 1 + view.getUint32(start + 1)) {
    if (answer[start] !== errorResponse) continue;
    const fields = Buffer.from(answer.buffer, start + 5, view.getUint32(start + 1) - 4);
    if (fields.includes('\0VPANIC\0')) return true;
  }
  return false;
}
