import type { FastifyBaseLogger } from 'fastify';
import { type Config, isLoopback } from '../config.js';
import type { Dependencies } from './dependencies.js';

export function warnOfIgnoredSettings(deps: Dependencies, log: FastifyBaseLogger): void {
  for (const line of deps.ignoredSettings()) log.warn(line);
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
      text: 'other machines can reach HOST, and PUBLIC_URL is not an https address',
      fix:
        'access tokens are sent unencrypted unless a proxy terminates TLS. If there is such a proxy, set PUBLIC_URL to its ' +
        'public address.',
    });
  }
  if (config.METRICS_PORT !== undefined && !isLoopback(config.METRICS_HOST)) {
    found.push({
      detail: { host: config.METRICS_HOST },
      text: 'other machines can reach METRICS_HOST',
      fix: 'anyone who can reach METRICS_PORT can read the metrics without a token',
    });
  }
  if (deps.isRoot()) {
    found.push({
      detail: {},
      text: 'running as root',
      fix: 'use a separate user for the service, with write access only to DATA_DIR',
    });
  }
  return found;
}
