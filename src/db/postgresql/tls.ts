import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { type DatabaseAddress, parseDatabaseUrl, sslModes } from '../../core/database-url.js';
import { BadPath, fromHome } from '../../files/home.js';
import { readTextFileSync } from '../../files/text-file.js';
import { UnreadableFile } from '../../files/unreadable-file.js';
import { StartupError } from '../startup-error.js';

export type SslMode = (typeof sslModes)[number];

/** Bundles of cloud providers have a few hundred certificates. */
const maxBytes = 1_000_000;

/** How a connection uses TLS. */
export interface Tls {
  /** Whether a server without TLS is used without it. */
  readonly isOptional: boolean;
  /** False: the connection is not encrypted. */
  readonly options: ConnectionOptions | false;
}

/**
 * Returns how to connect, with the meanings of libpq. Two differences are on the safe side: without a mode, any other
 * parameter of TLS means verify-full; and a missing root certificate is an error with `require` too.
 *
 * @throws StartupError for an unknown mode, and certificates that cannot be used
 */
export function readTls({ host, parameters }: Pick<DatabaseAddress, 'host' | 'parameters'>): Tls {
  const mode = readMode(parameters);
  // Nothing is sent over a network.
  if (mode === 'disable' || host?.startsWith('/')) return { isOptional: false, options: false };
  const isOptional = mode === 'prefer' || mode === 'allow';
  const root = parameters.get('sslrootcert');
  const file = (name: string) => readPem(name, parameters.get(name));
  const ca = isOptional || root === 'system' ? undefined : file('sslrootcert');
  const options: ConnectionOptions = {
    ...(ca && { ca }),
    ...optional('cert', file('sslcert')),
    ...optional('key', file('sslkey')),
    ...optional('passphrase', parameters.get('sslpassword')),
  };
  try {
    createSecureContext(options);
  } catch (cause) {
    throw new StartupError(
      `The certificates for PostgreSQL cannot be used: ${(cause as Error).message}. Check that sslcert and sslkey ` +
        '(PGSSLCERT, PGSSLKEY) belong together, and sslpassword for an encrypted key.',
      { cause },
    );
  }
  if (isVerified(mode, root)) {
    // The name in the certificate is checked by default.
    return {
      isOptional,
      options: mode === 'verify-full' ? options : { ...options, checkServerIdentity: () => undefined },
    };
  }
  return { isOptional, options: { ...options, rejectUnauthorized: false } };
}

/** Whether the connection is encrypted, and another server can take the place of the right one unnoticed. */
export function isUnverified(url: string): boolean {
  const { host, parameters } = parseDatabaseUrl(url);
  const mode = readMode(parameters);
  return mode !== 'disable' && !host?.startsWith('/') && !isVerified(mode, parameters.get('sslrootcert'));
}

/** As in libpq, a root certificate makes `require` verify the chain. */
const isVerified = (mode: SslMode, root: string | undefined) =>
  mode === 'verify-full' || mode === 'verify-ca' || (mode === 'require' && root !== undefined);

function readMode(parameters: DatabaseAddress['parameters']): SslMode {
  const given = parameters.get('sslmode');
  if (given !== undefined) {
    const known = sslModes.find((mode) => mode === given);
    if (known) return known;
    throw new StartupError(`sslmode of DATABASE_URL must be one of ${sslModes.join(', ')}.`);
  }
  const ssl = parameters.get('ssl');
  if (ssl === 'no-verify') return ssl;
  const implies =
    ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.get(name)) ||
    parameters.get('sslnegotiation') === 'direct' ||
    ssl === 'true' ||
    ssl === '1';
  return implies ? 'verify-full' : 'disable';
}

function readPem(parameter: string, path: string | undefined): string | undefined {
  if (path === undefined || path === '') return undefined;
  const source = `${parameter} (PG${parameter.toUpperCase()})`;
  let text = '';
  try {
    text = readTextFileSync(fromHome(path), maxBytes);
  } catch (error) {
    if (error instanceof BadPath) throw new StartupError(`${source}: ${error.message}.`);
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.kind !== 'content') throw new StartupError(`${source}: ${error.message}`);
  }
  if (/-----BEGIN [A-Z ]+-----/.test(text)) return text;
  throw new StartupError(
    `${source}: ${path} is not in PEM format. Convert it: openssl x509 -inform der -in ${path} -out ca.pem`,
  );
}

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: string };
