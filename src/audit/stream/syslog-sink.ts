import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { Framing, SyslogTarget } from '../../core/audit-target.js';
import type { RecordedEvent } from '../event.js';
import { type Sink, toLine, within, writeMs } from './sink.js';

const connectMs = 5_000;
const keepAliveMs = 15_000;

/** Sends messages over TCP or TLS, in frames (RFC 6587 and RFC 5425). */
export function streamSyslogSink({ host, port, protocol, framing }: SyslogTarget): Sink {
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
      const text = events.map((event) => toFrame(toMessage(event), framing)).join('');
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

/** A message is ASCII, so its characters are its bytes, and it has no line feed: JSON and names have none. */
const toFrame = (message: string, framing: Framing): string =>
  framing === 'newline' ? `${message}\n` : `${message.length} ${message}`;

/** Finds an address of a host. One of IPv4 comes first, because receivers often listen there only. */
const findAddress = (host: string): Promise<LookupAddress> => lookup(host, { order: 'ipv4first' });

/** Sends one datagram for each message (RFC 5426). Nothing says whether it arrives. */
export function datagramSyslogSink({ host, port }: SyslogTarget, find = findAddress): Sink {
  let socket: UdpSocket | undefined;
  let lost: Error | undefined;

  async function open(): Promise<UdpSocket> {
    const { address, family } = await find(host);
    const opened = createSocket(family === 6 ? 'udp6' : 'udp4');
    opened.connect(port, address);
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

/** The facility "log audit" of RFC 5424. */
const facility = 13;
const severities = { SUCCESS: 6, FAILURE: 4 } as const;

/** Returns the characters that RFC 5424 allows in a name; "-" stands for none. */
const toName = (text: string, max: number) => text.replace(/[^!-~]/g, '').slice(0, max) || '-';

const host = toName(hostname(), 255);
const processId = process.pid;

/** Returns an event as a message of RFC 5424: the type as its MSGID, and the JSON as its text. */
export const toMessage = (event: RecordedEvent): string => {
  const priority = facility * 8 + severities[event.outcome];
  const time = new Date(event.time).toISOString();
  return `<${priority}>1 ${time} ${host} catalog ${processId} ${toName(event.type, 32)} - ${toLine(event)}`;
};
