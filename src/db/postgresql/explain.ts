import { parseDatabaseUrl } from '../../core/database-url.js';
import { describeReason } from './connect.js';

type Explanation = (
  reason: string,
  address: { host: string; port: number; user: string; database: string },
) => string;

/** By PostgreSQL's and Node's codes of errors. */
const byCode = new Map<string, Explanation>(
  Object.entries({
    '28P01': () =>
      'Check the user and the password. In the URL, # is %23, / is %2F, ? is %3F and % is %25; PGPASSWORD needs no encoding',
    '28000': (reason, { user }) => {
      if (reason.includes('no encryption'))
        return 'The server probably requires TLS: add ?sslmode=verify-full to the URL, or set PGSSLMODE';
      if (reason.includes('certificate'))
        return 'Set sslcert and sslkey in the URL, or PGSSLCERT and PGSSLKEY, to the files of a client certificate';
      if (reason.includes('does not exist'))
        return `Create the user: CREATE ROLE "${user}" LOGIN PASSWORD '…'`;
      return 'Add a line for this host, user and database to pg_hba.conf of the server, then run SELECT pg_reload_conf()';
    },
    '3D000': (_, { database, user }) =>
      `Create the database: CREATE DATABASE "${database}" OWNER "${user}" ENCODING 'UTF8' TEMPLATE template0`,
    '42501': (_, { database, user }) =>
      `The user needs this right. Most simply, make it the owner: ALTER DATABASE "${database}" OWNER TO "${user}", and ` +
      `ALTER TABLE … OWNER TO "${user}" for existing tables`,
    '25006': () => 'The server is a standby or read-only: use the primary',
    ...byCodes(
      'SELF_SIGNED_CERT_IN_CHAIN DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY ' +
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      () =>
        'The certificate of the server is not from an authority that is trusted here. Set PGSSLROOTCERT, or sslrootcert in ' +
        'the URL, to the file of its root certificate',
    ),
    ...byCodes(
      'CERT_HAS_EXPIRED CERT_NOT_YET_VALID',
      () => 'Renew the certificate of the server, and check the clocks of both machines',
    ),
    ERR_TLS_CERT_ALTNAME_INVALID: (_, { host }) =>
      `The certificate of the server is not for ${host}. Connect to a name in the certificate, or set sslmode=verify-ca, ` +
      'which does not check the name',
  }),
);

/** By messages of the driver, which have no code. */
const byMessage: readonly [RegExp, Explanation][] = [
  [
    /does not support SSL connections/,
    () => 'Turn on TLS on the server (ALTER SYSTEM SET ssl = on), or set sslmode=prefer or sslmode=disable',
  ],
  [
    /client password must be a string/,
    () => 'The server asks for a password, and there is none: add it to the URL, or set PGPASSWORD',
  ],
];

function byCodes(codes: string, explanation: Explanation): Record<string, Explanation> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, explanation]));
}

/**
 * Returns one line with the reason why a server cannot be used, and what helps; null for a reason that needs no more
 * explanation. It contains no password: neither the server's messages nor the address have one.
 */
export function explainFailure(error: unknown, url: string): string | null {
  const reason = describeReason(error);
  const { code = '' } = Object(error) as NodeJS.ErrnoException;
  const { host = 'localhost', port = 5_432, user = '…', database = user } = parseDatabaseUrl(url);
  const explanation =
    host.startsWith('/') && /^(ENOENT|ENOTDIR|EACCES|ECONNREFUSED)$/.test(code)
      ? socketExplanation
      : (byCode.get(code) ?? byMessage.find(([pattern]) => pattern.test(reason))?.[1]);
  if (!explanation) return null;
  const advice = explanation(reason, { host, port, user, database });
  return `The database of DATABASE_URL cannot be used: ${reason}. ${advice}.`;
}

const socketExplanation: Explanation = (_, { host, port }) =>
  `The host in the URL must be the folder of the socket, here ${host}, in which the server has .s.PGSQL.${port} ` +
  '(SHOW unix_socket_directories)';
