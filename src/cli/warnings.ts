import type { FastifyBaseLogger } from 'fastify';
import { type Config, isLoopback } from '../config.js';
import type { Dependencies } from './dependencies.js';

export function warnOfUnknownSettings(deps: Dependencies, log: FastifyBaseLogger): void {
  for (const line of deps.unknownSettings()) log.warn(line);
}

/** Warns of unencrypted tokens and of running as root. */
export function warnOfExposure(deps: Dependencies, config: Config, log: FastifyBaseLogger): void {
  for (const { detail, text, fix } of exposure(deps, config)) log.warn(detail, `${text}: ${fix}`);
}

/** Returns what exposes tokens or the machine, and what to do about it. */
export function exposure(deps: Dependencies, config: Config) {
  const found: { detail: object; text: string; fix: string }[] = [];
  if (!isLoopback(config.HOST) && !config.PUBLIC_URL?.startsWith('https:')) {
    found.push({
      detail: { host: config.HOST },
      text: 'HOST is reached from other machines, and PUBLIC_URL is no https address',
      fix:
        'access tokens travel in the clear unless a proxy ends TLS. If one does, set PUBLIC_URL to the address that ' +
        'people use.',
    });
  }
  if (config.METRICS_PORT !== undefined && !isLoopback(config.METRICS_HOST)) {
    found.push({
      detail: { host: config.METRICS_HOST },
      text: 'METRICS_HOST is reached from other machines',
      fix: 'whoever reaches METRICS_PORT reads the metrics without a token',
    });
  }
  if (deps.isRoot()) {
    found.push({
      detail: {},
      text: 'running as root',
      fix: 'give the service a user of its own, who may write nothing but DATA_DIR',
    });
  }
  return found;
}
