import pg from 'pg';

type Callback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (destroy?: Error | boolean) => void,
) => void;

const tooManyConnections = '53300';
/** ms until the pool tries its full size again. */
const regrowAfterMs = 60_000;
/** ms until `onShrink` is called: the size is known only when the pending attempts have ended. */
const reportAfterMs = 500;
/** Per request, for a server that refuses every connection. */
const maxAttempts = 20;

/**
 * A pool for a server that grants fewer connections than configured. When the server refuses one more, the pool shrinks
 * to the connections that it has, and requests wait for one of them.
 */
export class ShrinkingPool extends pg.Pool {
  readonly #size: number;
  readonly #onShrink: (size: number) => void;
  #granted = 0;
  #regrow: NodeJS.Timeout | undefined;
  #report: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number; onShrink: (size: number) => void }) {
    super(config);
    this.#size = config.max;
    this.#onShrink = config.onShrink;
    this.on('connect', () => {
      this.#granted += 1;
      // Another attempt may have been refused before this one was granted.
      if (this.options.max < this.#granted) this.options.max = this.#granted;
    });
    this.on('remove', () => (this.#granted -= 1));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    this.#connect(callback, 0);
    return undefined;
  }

  #connect(callback: Callback, attempt: number): void {
    super.connect((error, client, release) => {
      if (error && attempt < maxAttempts && this.#shrink(error)) this.#connect(callback, attempt + 1);
      else callback(error, client, release);
    });
  }

  override end(): Promise<void> {
    clearTimeout(this.#regrow);
    clearTimeout(this.#report);
    return super.end();
  }

  /** Returns whether there is a connection to wait for. */
  #shrink(error: Error & { code?: string }): boolean {
    // Before the first connection is granted, other attempts are still pending.
    const size = this.#granted || Math.min(1, this.totalCount);
    if (error.code !== tooManyConnections || size === 0) return false;
    this.options.max = size;
    this.#report ??= setTimeout(() => this.#onShrink(this.options.max), reportAfterMs).unref();
    this.#regrow ??= setTimeout(() => {
      this.#regrow = undefined;
      this.#report = undefined;
      this.options.max = this.#size;
    }, regrowAfterMs).unref();
    return true;
  }
}
