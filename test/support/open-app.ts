import { STATUS_CODES } from 'node:http';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Test } from 'tap';
import type { Metrics } from '../../src/http/metrics.js';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import type { Services } from '../../src/services.js';
import { testCatalog } from './catalog.js';

export interface AppOptions {
  env?: Record<string, string>;
  ready?: () => Promise<void>;
  draining?: AbortSignal;
  metrics?: Metrics;
  replace?: (services: Services) => Services;
  consoleFiles?: URL;
}

/** The application with the lines of its log, and headers for a user who may see index sizes and for one without privileges. */
export async function openApp(t: Test, options: AppOptions = {}) {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
  const logger = pino({ level: 'debug', ...safeLines }, stream);
  const { app, user } = await testCatalog(t, { ...options, logger });
  const admin = await user('admin', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const reader = await user('reader');
  return {
    app,
    lines,
    user,
    asAdmin: { authorization: `Bearer ${admin.token}` },
    asReader: { authorization: `Bearer ${reader.token}` },
  };
}

/** Replaces the use case behind getIndexSizes. */
export const withIndexSizes =
  (indexSizes: Services['timeseries']['indexSizes']) =>
  (services: Services): Services => ({ ...services, timeseries: { ...services.timeseries, indexSizes } });

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
