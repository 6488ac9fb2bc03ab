import { Worker } from 'node:worker_threads';
import { concatenated } from '../bytes.js';
import { OutcomeUnknown } from '../errors.js';
import type { QueryOptions } from '../query.js';
import { Gate } from './gate.js';
import type { FromWorker, ToWorker, WorkerData } from './worker.js';

export interface EngineOptions {
  /** Called when the disk is almost full and nothing may be written, and when it is not any more. */
  onReadOnly?(readOnly: boolean): void;
  /** Called when the engine has ended by itself: it answers nothing from now on. */
  onEnd?(cause: Error): void;
}

interface Waiter {
  readonly changes: boolean;
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

/** The embedded PostgreSQL in a thread of its own: a statement that runs keeps nobody from the event loop. */
export class Engine {
  readonly #worker: Worker;
  readonly #waiting: Waiter[] = [];
  /** Resolves to what ended it, if that was an error. */
  readonly #exited: Promise<Error | undefined>;
  /** Why nothing can be asked any more. */
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
    // An exit comes after the last of the messages, an error need not.
    this.#exited = new Promise((resolve) => {
      worker.once('exit', () => {
        const byItself = this.#end === undefined;
        this.#end ??= closed(`${cause?.message ?? 'its thread has ended'}. Restart the process`, cause);
        for (const { changes, reject } of this.#waiting.splice(0))
          reject(changes ? new OutcomeUnknown(undefined, { cause: this.#end }) : this.#end);
        if (byItself && opened) onEnd?.(this.#end);
        resolve(cause);
      });
    });
  }

  /**
   * @param folder of its files; without one they are in memory
   * @throws Error what the engine says of the folder
   */
  static open(folder: string | undefined, options: EngineOptions = {}): Promise<Engine> {
    return new Promise((resolve, reject) => {
      const engine = new Engine(folder, options, () => resolve(engine));
      void engine.#exited.then(reject);
    });
  }

  /**
   * Sends messages of PostgreSQL's protocol, the last of them a Sync, and resolves to the bytes of the answers. What
   * is sent before an answer has come is answered after it. A change that has not begun when its deadline passes is
   * never run; of one that has, the outcome is waited for.
   */
  async send(
    messages: readonly Uint8Array[],
    { deadline, changes = false }: QueryOptions = {},
  ): Promise<Uint8Array> {
    const request = concatenated(messages);
    const transfer = [request.buffer as ArrayBuffer];
    if (!deadline || !changes) return this.#ask(request, transfer, changes);
    const gate = new Gate();
    return gate.until(deadline, this.#ask({ request, gate: gate.shared }, transfer, changes));
  }

  /** After all that was sent. */
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
      // The process goes on while somebody waits.
      if (this.#waiting.length === 0) this.#worker.ref();
      this.#waiting.push({ changes, resolve, reject });
      this.#worker.postMessage(message, transfer);
    });
  }

  #answer(bytes: Uint8Array) {
    this.#waiting.shift()?.resolve(bytes);
    if (this.#waiting.length === 0 && !this.#end) this.#worker.unref();
  }
}

const closed = (why: string, cause?: Error) => new Error(`PGlite is closed: ${why}`, { cause });
