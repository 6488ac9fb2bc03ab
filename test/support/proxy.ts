import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Test } from 'tap';

/** What a proxy was asked to connect to. */
interface Connect {
  readonly to: string | undefined;
  readonly authorization: string | undefined;
}

/**
 * Starts a proxy that forwards connections to hosts of any name to one server on this machine.
 *
 * @param refuse the status for each connection; undefined: it is forwarded
 */
export async function startProxy(t: Test, port: number, refuse?: number) {
  const connects: Connect[] = [];
  const plain: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    plain.push(request.url);
    response.writeHead(502).end();
  });
  server.on('connect', ({ url, headers }, socket: Socket) => {
    sockets.add(socket);
    connects.push({ to: url, authorization: headers['proxy-authorization'] });
    socket.on('error', () => undefined);
    if (refuse !== undefined) return void socket.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 0\r\n\r\n`);
    const other = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      other.pipe(socket).pipe(other);
    }).on('error', () => socket.destroy());
    socket.on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}`, connects, plain };
}

/** Starts a server for https with a certificate for some names, which only programs that are given it trust. */
export async function serveSecurely(t: Test, names: readonly string[], answer: RequestListener) {
  const folder = t.testdir({});
  const [key, certificate] = [`${folder}/key.pem`, `${folder}/certificate.pem`];
  const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
  const options = 'req -x509 -newkey rsa:2048 -nodes -subj /CN=test -days 2 -addext';
  execFileSync('openssl', [...options.split(' '), alternatives, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: (server.address() as AddressInfo).port, certificate };
}

/** Trusts all certificates until the test ends. */
export function trustAll(t: Test) {
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.teardown(() => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  });
}
