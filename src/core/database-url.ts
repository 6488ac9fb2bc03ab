/** Where a PostgreSQL database is and how to connect to it. What is undefined, the variables of PostgreSQL clients set. */
export interface DatabaseAddress {
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** A name, an address, or the folder of a Unix socket. */
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly database: string | undefined;
  readonly parameters: ReadonlyMap<string, string>;
}

/** How libpq names the ways to use TLS; `no-verify` is the driver's own. */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'require',
  'no-verify',
  'verify-ca',
  'verify-full',
] as const;

/** Why a text is not the URL of a database. The message holds no part of the text, which may be a password. */
export class BadDatabaseUrl extends Error {
  override readonly name = 'BadDatabaseUrl';
}

const notUrl = 'must be a postgresql:// URL, such as postgresql://user:password@host:5432/database';
const encode =
  'In a user name or a password, write %23 for #, %2F for /, %3F for ?, %40 for @ and %25 for %, or set PGPASSWORD instead ' +
  'of the password';

/**
 * Parses the URL of a database. A password with reserved characters that are not encoded would be taken for a host or a
 * path, and appear in messages about them, so such a URL is refused. Only @ in a user name or a password is unambiguous.
 *
 * @throws BadDatabaseUrl
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/i.exec(text.trim()) ?? [];
  if (rest === undefined) throw new BadDatabaseUrl(notUrl);
  if (rest.includes('#')) throw new BadDatabaseUrl(`must not contain #. ${encode}`);
  const [, authority = '', path = '', query = ''] = /^([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(rest) ?? [];
  if (path.includes('@') || query.includes('@'))
    throw new BadDatabaseUrl(`must not contain @ after / or ?. ${encode}`);

  const at = authority.lastIndexOf('@');
  const [, user, password] = /^([^:]*)(?::(.*))?$/s.exec(authority.slice(0, Math.max(at, 0))) ?? [];
  const parameters = parseQuery(query);
  const address = authority.slice(at + 1);
  if (address.includes(',') || parameters.get('host')?.includes(','))
    throw new BadDatabaseUrl('must have one host. Connect to a proxy or a name that leads to the primary');
  const [, host, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(address) ?? [];
  if (host === undefined) throw new BadDatabaseUrl(`must have a port that is a number. ${encode}`);
  return {
    user: parameters.get('user') || decode(user),
    password: parameters.get('password') || decode(password),
    host: parameters.get('host') || decode(host.replace(/^\[(.*)\]$/, '$1')),
    port: toPort(parameters.get('port') || port),
    database: parameters.get('dbname') || decode(path),
    parameters,
  };
}

/** Returns the URL with the parameters that it does not have. */
export function withParameters(url: string, defaults: Readonly<Record<string, string | undefined>>): string {
  const { parameters } = parseDatabaseUrl(url);
  const added = Object.entries(defaults)
    .filter(([name, value]) => value !== undefined && !parameters.has(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value!)}`);
  if (added.length === 0) return url;
  return `${url.trim()}${url.includes('?') ? '&' : '?'}${added.join('&')}`;
}

function parseQuery(query: string): Map<string, string> {
  const pairs = query.split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name) ?? '', decode(value.join('=').replaceAll('+', ' ')) ?? ''];
    }),
  );
}

/** Returns undefined for an empty part. A % that encodes nothing is itself. */
function decode(text = ''): string | undefined {
  try {
    return decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25')) || undefined;
  } catch {
    throw new BadDatabaseUrl(`must have only % that encode UTF-8. ${encode}`);
  }
}

function toPort(text: string | undefined): number | undefined {
  if (!text) return undefined;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  throw new BadDatabaseUrl('must have a port from 1 to 65535');
}
