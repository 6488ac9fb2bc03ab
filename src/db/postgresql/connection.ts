import type pg from 'pg';
import { parseDatabaseUrl } from '../../core/database-url.js';
import { textParser } from '../query.js';
import { PreferredTls } from './preferred-tls.js';
import { readTls } from './tls.js';

/** Parameters of a URL that the driver understands; those of other drivers have no effect. */
const passedOn = [
  'application_name',
  'options',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
];

/**
 * Returns the settings of every connection to a server. They contain no startup option of their own, because a pooler
 * may not pass one on.
 *
 * @throws StartupError when the certificates cannot be used
 */
export function connectionConfig(url: string): pg.ClientConfig {
  const { parameters, ...address } = parseDatabaseUrl(url);
  const tls = readTls({ host: address.host, parameters });
  const { options } = tls;
  return {
    connectionTimeoutMillis: 4_000,
    keepAlive: true,
    application_name: 'catalog',
    types: { getTypeParser: textParser },
    ...Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined)),
    ...Object.fromEntries(
      passedOn.flatMap((name) => (parameters.has(name) ? [[name, parameters.get(name)]] : [])),
    ),
    ...(tls.isOptional && options
      ? { ssl: false, stream: () => new PreferredTls(options) as never }
      : { ssl: options }),
    ...(options && !tls.isOptional && parameters.get('sslnegotiation') === 'direct'
      ? { sslnegotiation: 'direct' as const }
      : {}),
  };
}

/** Returns the schema of `?schema=`, Prisma's own URL parameter; undefined when the URL names none. */
export const parseSchema = (url: string): string | undefined =>
  parseDatabaseUrl(url).parameters.get('schema') || undefined;
