import { Worker } from 'node:worker_threads';
import { OutcomeUnknown } from '../errors.js';
import type { QueryOptions } from '../query.js';
import { concat } from './bytes.js';
import { Gate } from './gate.js';
import type { FromWorker, ToWorker, WorkerData } from './worker.js';

export interface EngineOptions {
  /** Called with true when the disk is almost full and nothing may be written, with false when it has space again. */
  onReadOnly?(readOnly: boolean): void;
  /** Called when the engine has ended by itself: every later request fails. */
  onEnd?(cause: Error): void;
}

interface Waiter {
  readonly changes: boolean;
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

/** The embedded PostgreSQL in a separate thread, so that a running statement does not block the event loop. */
export class Engine {
  readonly #worker: Worker;
  readonly #pending: Waiter[] = [];
  /** Resolves when the thread has ended, to the error that ended it, if any. */
  readonly #exited: Promise<Error | undefined>;
  /** Why the engine takes no more requests. */
  #end: Error | undefined;

  private constructor(folder: string | undefined, { onReadOnly, onEnd }: EngineOptions, onOpen: () => void) {
    const workerData: WorkerData = { folder };
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData, execArgv: [] });
    this.#worker = worker;
    let opened = false;
    worker.on('message', (message: FromWorker) => {
      if (message instanceof Uint8Array) return this.#answer(message);
      if (message !== 'open') return onReadOnly?.(message);
      opened = true;
      worker.unref();
      onOpen();
    });
    let cause: Error | undefined;
    worker.once('error', (error) => {
      cause = error;
    });
    // Unlike 'error', 'exit' comes after the last message.
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        const byItself = this.#end === undefined;
        this.#end ??= closed(`${cause?.message ?? 'its thread has ended'}. Restart the process`, cause);
        for (const { changes, reject } of this.#pending.splice(0))
          reject(changes ? new OutcomeUnknown(undefined, { cause: this.#end }) : this.#end);
        if (byItself && opened) onEnd?.(this.#end);
        resolve(cause);
      });
    });
  }

  /**
   * @param folder of the database's files; undefined: in memory
   * @throws Error why the engine can't open the folder
   */
  static open(folder: string | undefined, options: EngineOptions = {}): Promise<Engine> {
    return new Promise((resolve, reject) => {
      const engine = new Engine(folder, options, () => resolve(engine));
      void engine.#exited.then(reject);
    });
  }

  /**
   * Sends messages of PostgreSQL's protocol, the last of them a Sync, and resolves to the bytes of the responses.
   * Requests are processed in the order in which they are sent. A write that has not started when its deadline passes
   * never runs; the outcome of a started write is awaited.
   */
  async send(
    messages: readonly Uint8Array[],
    { deadline, changes = false }: QueryOptions = {},
  ): Promise<Uint8Array> {
    const request = concat(messages);
    const transfer = [request.buffer as ArrayBuffer];
    if (!deadline || !changes) return this.#ask(request, transfer, changes);
    const gate = new Gate();
    return gate.until(deadline, this.#ask({ request, gate: gate.shared }, transfer, changes));
  }

  /** Closes the engine after all pending requests. */
  async close(): Promise<void> {
    if (!this.#end) {
      this.#end = closed('the service stops');
      this.#worker.ref();
      this.#worker.postMessage('close' satisfies ToWorker);
    }
    await this.#exited;
  }

  #ask(message: ToWorker, transfer: ArrayBuffer[], changes: boolean): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      if (this.#end) return reject(this.#end);
      // The process stays alive while a request is pending.
      if (this.#pending.length === 0) this.#worker.ref();
      this.#pending.push({ changes, resolve, reject });
      this.#worker.postMessage(message, transfer);
    });
  }

  #answer(bytes: Uint8Array) {
    this.#pending.shift()?.resolve(bytes);
    if (this.#pending.length === 0 && !this.#end) this.#worker.unref();
  }
}

const closed = (why: string, cause?: Error) => new Error(`PGlite is closed: ${why}`, { cause });
