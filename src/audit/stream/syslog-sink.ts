import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { SyslogTarget } from '../../core/audit-target.js';
import type { Sink } from './sink.js';
import { toMessage } from './syslog-message.js';

const connectMs = 5_000;
/** A receiver that takes nothing for so long is taken for gone. */
const writeMs = 10_000;
const keepAliveMs = 15_000;

const within = async <T>(work: Promise<T>, ms: number, text: string): Promise<T> => {
  const stopping = new AbortController();
  const late = sleep(ms, undefined, { signal: stopping.signal }).then(
    () => Promise.reject(new Error(text)),
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    stopping.abort();
  }
};

/** Sends messages over TCP or TLS, each after its length (RFC 6587 and RFC 5425). */
export function streamSyslogSink({ host, port, protocol }: SyslogTarget): Sink {
  const name = `${host}:${port}`;
  let socket: Socket | undefined;
  let lost: Error | undefined;

  async function open(): Promise<Socket> {
    const servername = isIP(host) ? '' : host;
    const opened = protocol === 'tls' ? connectTls({ host, port, servername }) : connect({ host, port });
    opened.setKeepAlive(true, keepAliveMs);
    const end = (error: Error) => {
      if (socket === opened) {
        lost = error;
        socket = undefined;
      }
      opened.destroy();
    };
    try {
      await within(
        once(opened, protocol === 'tls' ? 'secureConnect' : 'connect'),
        connectMs,
        `${name} did not answer within ${connectMs} ms`,
      );
    } catch (error) {
      opened.on('error', () => {}).destroy();
      throw error;
    }
    opened.on('error', end).on('close', () => end(new Error(`${name} has closed the connection`)));
    // A receiver sends nothing. Reading shows that it has ended the connection.
    opened.on('end', () => end(new Error(`${name} has ended the connection`))).resume();
    return opened;
  }

  return {
    async write(events) {
      socket ??= await open();
      const writing = socket;
      const text = events
        .map(toMessage)
        .map((message) => `${message.length} ${message}`)
        .join('');
      const written = new Promise<void>((resolve, reject) => {
        writing.write(text, (error) => (error ? reject(error) : resolve()));
      });
      try {
        await within(written, writeMs, `${name} took nothing for ${writeMs} ms`);
      } catch (error) {
        writing.destroy();
        socket = undefined;
        throw error;
      }
      return 0;
    },
    check() {
      const error = lost;
      lost = undefined;
      if (error) throw error;
    },
    async close() {
      const closing = socket;
      socket = undefined;
      lost = undefined;
      if (!closing) return;
      const closed = once(closing, 'close');
      closing.end();
      await within(closed, connectMs, '').catch(() => closing.destroy());
    },
  };
}

/** Sends one datagram for each message (RFC 5426). Nothing says whether it arrives. */
export function datagramSyslogSink({ host, port }: SyslogTarget): Sink {
  let socket: UdpSocket | undefined;
  let lost: Error | undefined;

  async function open(): Promise<UdpSocket> {
    const opened = createSocket(isIP(host) === 6 ? 'udp6' : 'udp4');
    opened.connect(port, host);
    try {
      await once(opened, 'connect');
    } catch (error) {
      opened.on('error', () => {}).close();
      throw error;
    }
    opened.unref().on('error', (error) => {
      lost = error;
    });
    return opened;
  }

  return {
    async write(events) {
      socket ??= await open();
      const sending = socket;
      let tooLarge = 0;
      for (const event of events) {
        const error = await new Promise<NodeJS.ErrnoException | null>((resolve) =>
          sending.send(toMessage(event), resolve),
        );
        if (error?.code === 'EMSGSIZE') tooLarge += 1;
        else if (error) throw error;
      }
      return tooLarge;
    },
    check() {
      const error = lost;
      lost = undefined;
      if (error) throw error;
    },
    async close() {
      socket?.close();
      socket = undefined;
    },
  };
}
