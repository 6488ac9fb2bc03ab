import type { SignInLink } from '../access-tokens/sessions/sign-in-links.js';
import { type Config, isLoopback } from '../config.js';
import type { Catalog } from '../startup/open-catalog.js';
import type { Dependencies, Server } from './dependencies.js';

/** Returns the lines that end a start for people: the address, how to sign in, and how to stop. */
export async function nextSteps(
  { version, session }: Pick<Dependencies, 'version' | 'session'>,
  config: Config,
  { firstToken, createSignInLink }: Catalog,
  { address, hasConsole }: Server,
): Promise<string[]> {
  const base = (config.PUBLIC_URL ?? address).replace(/\/+$/, '');
  const mayShowLink = hasConsole && session.isTerminal && isOnlyHere(config);
  // A database that is read-only has no link.
  const link = mayShowLink ? await createSignInLink().catch(() => null) : null;
  return [
    '',
    `catalog ${version} is at ${base}${hasConsole ? '/console/' : '/'}`,
    '',
    ...(link ? linkLines(base, firstToken, link) : []),
    ...tokenLines(firstToken, link !== null),
    '',
    'Ctrl-C stops the catalog. `catalog --help` lists the commands.',
    '',
  ];
}

/** Whether the service and the address that people use are on this machine. */
const isOnlyHere = ({ HOST, PUBLIC_URL }: Config) =>
  isLoopback(HOST) &&
  (PUBLIC_URL === undefined || isLoopback(new URL(PUBLIC_URL).hostname.replace(/^\[(.*)\]$/, '$1')));

/** The secret is in the fragment, which browsers send to no server and in no Referer. */
const linkLines = (
  base: string,
  { user }: Catalog['firstToken'],
  { secret, endsAt }: SignInLink,
): string[] => [
  `Sign in as ${idOf(user)} with this link. It works once, until ${localTime(endsAt)}:`,
  `  ${base}/console/sign-in#${secret}`,
];

function tokenLines(
  { user, file, expiredAt, hasLive, command }: Catalog['firstToken'],
  hasLink: boolean,
): string[] {
  if (file) {
    const token = `the access token of ${idOf(user)} in ${file}`;
    return [hasLink ? `Or with ${token}` : `Sign in with ${token}`];
  }
  if (hasLink) return [];
  const expired = expiredAt === null ? '' : `The first access token expired at ${utcTime(expiredAt)}. `;
  return hasLive
    ? [`Sign in with your access token. ${expired}To create another one of ${idOf(user)}:`, `  ${command}`]
    : [`${expired}No user has a live access token. Create one with:`, `  ${command}`];
}

const idOf = (user: string) => user.slice('urn:li:corpuser:'.length);

const utcTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

/** The clock that the person at the terminal sees, as in the lines of the log. */
const localTime = (ms: number) => new Date(ms).toTimeString().slice(0, 5);
