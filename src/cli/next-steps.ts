import type { Catalog } from '../startup/open-catalog.js';

/** Returns the lines that end a start for people: the address, where the token is, and a command to copy. */
export function nextSteps(
  address: string,
  { user, file, expiredAt, hasLive, command }: Catalog['firstToken'],
  version: string,
): string[] {
  const id = user.slice('urn:li:corpuser:'.length);
  const expired = expiredAt === null ? '' : `The first access token expired at ${formatTime(expiredAt)}. `;
  const token = file
    ? [`The access token of ${id} is in ${file}`]
    : hasLive
      ? [`${expired}Create another access token of ${id} with:`, `  ${command}`]
      : [`${expired}No user has a live access token. Create one with:`, `  ${command}`];
  const text = file ? `$(cat ${quoted(file)})` : '$TOKEN';
  return [
    '',
    `catalog ${version} serves ${address}`,
    ...token,
    'First request:',
    `  curl -X POST -H "Authorization: Bearer ${text}" '${address.replace(/\/$/, '')}/gms/operations?action=getIndexSizes'`,
    '',
  ];
}

const formatTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

/** Quotes a word for a shell, when it needs it. */
const quoted = (word: string) => (/^[\w./:@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
