import { isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.js';
import type { Dependencies } from './dependencies.js';

export function warnOfUnknownSettings(deps: Dependencies, log: FastifyBaseLogger): void {
  for (const line of deps.unknownSettings()) log.warn(line);
}

/** Warns of unencrypted tokens and of running as root. */
export function warnOfExposure(deps: Dependencies, config: Config, log: FastifyBaseLogger): void {
  if (!isLoopback(config.HOST) && !config.PUBLIC_URL?.startsWith('https:')) {
    log.warn(
      { host: config.HOST },
      'HOST is reached from other machines, and PUBLIC_URL is no https address: access tokens travel in the clear ' +
        'unless a proxy ends TLS. If one does, set PUBLIC_URL to the address that people use.',
    );
  }
  if (config.METRICS_PORT !== undefined && !isLoopback(config.METRICS_HOST)) {
    log.warn(
      { host: config.METRICS_HOST },
      'METRICS_HOST is reached from other machines: whoever reaches METRICS_PORT reads the metrics without a token',
    );
  }
  if (deps.isRoot()) {
    log.warn('running as root: give the service a user of its own, who may write nothing but DATA_DIR');
  }
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}
