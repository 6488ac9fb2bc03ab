import { STATUS_CODES } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { buildApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { safeLines } from '../../src/http/plugins/request-log.js';
import type { Services } from '../../src/services.js';
import { fakeServices, tokens } from './fake-services.js';

interface Teardown {
  teardown(close: () => Promise<unknown>): void;
}

interface Options {
  services?: Services;
  env?: Record<string, string>;
  ready?: () => Promise<void>;
  draining?: AbortSignal;
}

/** The application on fake use cases, closed with the test, and the lines of its log. */
export async function openApp(t: Teardown, options: Options = {}) {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const app = await buildApp({
    services: options.services ?? fakeServices().services,
    config: readConfig(options.env ?? {}),
    ready: options.ready ?? (async () => undefined),
    ...(options.draining && { draining: options.draining }),
    logger: pino({ level: 'debug', ...safeLines }, stream),
  });
  t.teardown(() => app.close());
  return { app, lines };
}

export const asAdmin = { authorization: `Bearer ${tokens.admin}` };
export const asReader = { authorization: `Bearer ${tokens.reader}` };

/** What every error of the Rest.li paths looks like. */
export const restError = (status: number, message: string | RegExp) => ({
  exceptionClass: 'com.linkedin.restli.server.RestLiServiceException',
  message,
  status,
});

/** What every error of a path looks like that is neither a Rest.li path nor GraphQL's. */
export const plainError = (status: number, message: string | RegExp) => ({
  status,
  error: STATUS_CODES[status],
  message,
});
