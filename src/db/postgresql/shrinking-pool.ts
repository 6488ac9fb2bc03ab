import pg from 'pg';

type Callback = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (destroy?: Error | boolean) => void,
) => void;

const tooManyConnections = '53300';
/** ms after which more connections are tried again */
const regrowAfter = 60_000;
const tellAfter = 500;
/** of one request, where every connection is refused */
const attemptsMax = 20;

/**
 * A pool for a server that grants fewer connections than were asked for: where one more is refused, the pool makes do
 * with those that it has, and requests wait for one of these.
 */
export class ShrinkingPool extends pg.Pool {
  readonly #size: number;
  readonly #onShrink: (size: number) => void;
  #granted = 0;
  #regrow: NodeJS.Timeout | undefined;
  #tell: NodeJS.Timeout | undefined;

  constructor(config: pg.PoolConfig & { max: number; onShrink: (size: number) => void }) {
    super(config);
    this.#size = config.max;
    this.#onShrink = config.onShrink;
    this.on('connect', () => (this.#granted += 1));
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
      if (error && attempt < attemptsMax && this.#shrink(error)) this.#connect(callback, attempt + 1);
      else callback(error, client, release);
    });
  }

  override end(): Promise<void> {
    clearTimeout(this.#regrow);
    clearTimeout(this.#tell);
    return super.end();
  }

  /** @returns whether there is a connection to wait for */
  #shrink(error: Error & { code?: string }): boolean {
    // Before the first one is granted, others are still being asked for.
    const size = this.#granted || Math.min(1, this.totalCount);
    if (error.code !== tooManyConnections || size === 0) return false;
    this.options.max = size;
    // How many there are is known a little later.
    this.#tell ??= setTimeout(() => this.#onShrink(this.options.max), tellAfter).unref();
    this.#regrow ??= setTimeout(() => {
      this.#regrow = undefined;
      this.#tell = undefined;
      this.options.max = this.#size;
    }, regrowAfter).unref();
    return true;
  }
}
