import { isIP, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** PostgreSQL's request for TLS. The server answers with S or N. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const yes = 'S'.charCodeAt(0);

/**
 * The stream of a connection that is encrypted if the server supports TLS, as `sslmode=prefer` means; the driver knows
 * only yes and no. It asks the server on every connection, so that a server can turn TLS on or off.
 */
export class PreferredTls extends Duplex {
  readonly #options: ConnectionOptions;
  readonly #socket = new Socket();
  /** The encrypted or the plain stream, once the server has answered. */
  #stream: Socket | undefined;

  constructor(options: ConnectionOptions) {
    super({ emitClose: true });
    this.#options = options;
    this.#follow(this.#socket);
  }

  connect(port: number, host: string): this {
    this.#socket.once('connect', () => this.#socket.write(sslRequest));
    this.#socket.once('data', (answer) => {
      this.#socket.pause();
      // More than one byte would be from someone in between, and not encrypted (CVE-2021-23222).
      if (answer.length !== 1) this.destroy(new Error('The server does not speak PostgreSQL'));
      else if (answer[0] === yes) this.#encrypt(host);
      else this.#begin(this.#socket);
    });
    this.#socket.connect(port, host);
    return this;
  }

  #encrypt(host: string) {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const encrypted = connectTls({ ...this.#options, ...name, socket: this.#socket }, () =>
      this.#begin(encrypted),
    );
    this.#follow(encrypted);
  }

  #begin(stream: Socket) {
    this.#stream = stream;
    stream.on('data', (chunk) => {
      if (!this.push(chunk)) stream.pause();
    });
    stream.on('end', () => this.push(null));
    this.emit('connect');
    stream.resume();
  }

  #follow(stream: Socket) {
    stream.on('error', (error) => this.destroy(error));
    stream.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#stream?.resume();
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#stream!.write(chunk, done);
  }

  override _final(done: () => void): void {
    (this.#stream ?? this.#socket).end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stream?.destroy();
    this.#socket.destroy();
    done(error);
  }

  setNoDelay(on: boolean): this {
    this.#socket.setNoDelay(on);
    return this;
  }

  setKeepAlive(on: boolean, delayMs: number): this {
    this.#socket.setKeepAlive(on, delayMs);
    return this;
  }

  ref(): this {
    this.#socket.ref();
    return this;
  }

  unref(): this {
    this.#socket.unref();
    return this;
  }
}
