import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  readonly registry: Registry;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

const timeoutMs = 10_000;
const maxConnections = 32;

/**
 * Serves `GET /metrics` on a port of its own, without credentials, from when the application is ready until it is
 * closed. It does not pass the application's hooks and limits, so it answers while those refuse requests.
 *
 * @throws the error of `listen` when the address is taken
 */
export const metricsServer = fp(
  async (app, { registry, host, port }: MetricsServerOptions) => {
    const server = createServer(
      { requestTimeout: timeoutMs, headersTimeout: timeoutMs },
      async (request, response) => {
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        const isMetrics = request.url?.split('?', 1)[0] === '/metrics';
        response.setHeader('cache-control', 'no-store');
        response.setHeader('x-content-type-options', 'nosniff');
        if (!isMetrics || !isRead) {
          if (isMetrics) response.setHeader('allow', 'GET, HEAD');
          response.writeHead(isMetrics ? 405 : 404, { 'content-type': 'text/plain; charset=utf-8' });
          response.end('This port serves GET /metrics.\n');
          return;
        }
        try {
          const text = await registry.metrics();
          response.writeHead(200, { 'content-type': registry.contentType });
          response.end(text);
        } catch (err) {
          app.log.error({ err }, 'metrics failed');
          response.writeHead(500).end();
        }
      },
    );
    server.maxConnections = maxConnections;
    app.addHook('onReady', async () => {
      server.listen(port, host);
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      app.log.info(`metrics on http://${shown}:${address.port}/metrics`);
    });
    app.addHook('onClose', async () => {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    });
  },
  { name: 'metrics-server' },
);
