import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { concatenated } from '../bytes.js';
import { freeBytes, reserveBytes } from './disk.js';
import { Gate } from './gate.js';

/** What the thread is told at its start. */
export interface WorkerData {
  /** None: in memory. */
  readonly folder: string | undefined;
}

/** Messages of PostgreSQL's protocol that end with a Sync, or the end of the work. */
export type ToWorker = Request | { readonly request: Request; readonly gate: Gate['shared'] } | 'close';
type Request = Uint8Array;

/** 'open' once, then an answer for each request, in their order; a boolean tells that the disk is full, or not any more. */
export type FromWorker = 'open' | Uint8Array | boolean;

const errorResponse = 'E'.charCodeAt(0);

const port = parentPort!;
const { folder } = workerData as WorkerData;
const pglite = await open();
let readOnly = false;
let work = Promise.resolve();

port.on('message', (message: ToWorker) => {
  // Nobody catches a failure: it ends the thread, and whoever waits is told.
  work = work.then(() => handle(message));
});
tell('open');

async function open() {
  try {
    return await (folder === undefined ? PGlite.create() : PGlite.create(folder));
  } catch (error) {
    // What Emscripten throws is not an error that another thread could read.
    if (error instanceof Error) throw error;
    throw Object.assign(new Error(`PGlite can't be opened: ${inspect(error)}`), Object(error));
  }
}

async function handle(message: ToWorker) {
  if (message === 'close') return close();
  if (message instanceof Uint8Array) return run(message);
  if (new Gate(message.gate).begin()) return run(message.request);
  tell(new Uint8Array());
}

async function run(request: Uint8Array) {
  if (!pglite.isInTransaction()) await heedDisk();
  const chunks: Buffer[] = [];
  await pglite.execProtocolRawStream(request, {
    // A copy: it is the engine's memory.
    onRawData: (chunk) => void chunks.push(Buffer.from(chunk)),
  });
  const answer = concatenated(chunks);
  const panicked = hasPanicked(answer);
  tell(answer);
  // Its files are whole, but the engine would go on without the locks that a panic leaves behind.
  if (panicked) throw new Error('its PostgreSQL has panicked');
}

/**
 * Keeps the engine from running out of disk while it writes its log, which is a panic: transactions are read-only
 * while the disk is almost full.
 */
async function heedDisk() {
  if (folder === undefined || freeBytes(folder) < reserveBytes === readOnly) return;
  readOnly = !readOnly;
  tell(readOnly);
  await pglite.exec(`SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`);
}

async function close() {
  await pglite.close();
  port.close();
}

function tell(message: FromWorker) {
  port.postMessage(message, message instanceof Uint8Array ? [message.buffer as ArrayBuffer] : []);
}

/** Looks through the heads of the messages: a type and the length of the rest. */
function hasPanicked(answer: Uint8Array): boolean {
  const view = new DataView(answer.buffer);
  for (let start = 0; start < answer.length; start += 1 + view.getUint32(start + 1)) {
    if (answer[start] !== errorResponse) continue;
    const fields = Buffer.from(answer.buffer, start + 5, view.getUint32(start + 1) - 4);
    if (fields.includes('\0VPANIC\0')) return true;
  }
  return false;
}
