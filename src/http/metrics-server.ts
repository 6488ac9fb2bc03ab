import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { type Metrics, metricsContentType, metricsText } from './metrics.js';
import { hasSeveralHosts } from './several-hosts.js';

export interface MetricsServerOptions {
  readonly metrics: Metrics;
  readonly host: string;
  /** Whether only this machine reaches the host. */
  readonly isLocal: boolean;
  /** 0 takes a free one. */
  readonly port: number;
  /** The time that a client may take to send its request and to read the response. */
  readonly timeoutMs?: number;
  readonly log: FastifyBaseLogger;
}

const maxConnections = 32;

/**
 * Serves `GET /metrics` on a separate port, without credentials. It does not need the application, so it responds
 * before the application exists, and is not subject to its hooks and limits.
 *
 * @throws the error of `listen` when the address is taken
 */
export async function startMetricsServer({
  metrics,
  host,
  isLocal,
  port,
  timeoutMs = 10_000,
  log,
}: MetricsServerOptions): Promise<{ close(): Promise<void> }> {
  const server = createServer(
    { requestTimeout: timeoutMs, headersTimeout: timeoutMs },
    async (request, response) => {
      // The timeout of a socket begins again with each part that the client reads.
      const late = setTimeout(() => request.socket.destroy(), timeoutMs);
      response.once('close', () => clearTimeout(late));
      response.setHeader('cache-control', 'no-store');
      response.setHeader('x-content-type-options', 'nosniff');
      const refuse = (status: number, text: string) => {
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
        response.end(`${text}\n`);
      };
      if (hasSeveralHosts(request)) {
        refuse(400, 'The request has several Host headers.');
        return;
      }
      // Elsewhere any scraper may have a name for this machine, and anybody reads the metrics without a browser.
      if (isLocal && !isOwnHost(request.headers.host)) {
        refuse(421, 'Use an IP address or localhost as the host.');
        return;
      }
      if (request.url?.split('?', 1)[0] !== '/metrics') {
        refuse(404, 'This port serves GET /metrics.');
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('allow', 'GET, HEAD');
        refuse(405, 'This port serves GET /metrics.');
        return;
      }
      try {
        const text = await metricsText(...Object.values(metrics));
        response.writeHead(200, { 'content-type': metricsContentType });
        response.end(text);
      } catch (err) {
        log.error({ err }, 'metrics failed');
        response.writeHead(500).end();
      }
    },
  );
  server.maxConnections = maxConnections;
  // A client could send many requests before it reads the first response.
  server.maxRequestsPerSocket = 1;
  server.setTimeout(timeoutMs);
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  log.info(`metrics on http://${shown}:${address.port}/metrics`);
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/**
 * Whether a `Host` header names this machine: by an address or as localhost. A web page can have
 * a browser ask any address, but under the page's own name.
 */
export function isOwnHost(header: string | undefined): boolean {
  if (header === undefined || !URL.canParse(`http://${header}`)) return false;
  const name = new URL(`http://${header}`).hostname;
  return name === 'localhost' || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
}
