import { isIP } from 'node:net';
import { z } from 'zod';
import { BadDatabaseUrl, parseDatabaseUrl } from '../core/database-url.js';
import { isProxyAddress, proxyRule } from '../core/proxy-address.js';
import { BadPath, fromHome } from '../files/home.js';

/** The unit of a number, by the ending of the variable's name. */
const units: Readonly<Record<string, string>> = { _MS: ' of milliseconds', _BYTES: ' of bytes' };

const findUnit = (name: string) => Object.entries(units).find(([ending]) => name.endsWith(ending))?.[1] ?? '';

/** A whole number from `min` to `max`, both included. */
export const wholeNumber = (defaultValue: number, min: number, max: number) =>
  between(min, max).default(defaultValue);

/** Like `wholeNumber`, without a default. */
export const between = (min: number, max: number) => {
  const error = ({ path = [] }: { path?: PropertyKey[] | undefined }) =>
    `must be a whole number${findUnit(String(path[0]))} from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** A whole number from 1 to `max`. */
export const count = (defaultValue: number, max: number) => wholeNumber(defaultValue, 1, max);

export const wordIn = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be ${[words.slice(0, -1).join(', '), words.at(-1)].join(' or ')}` });

const isYes = (text: string) => text === 'true' || text === '1';

/** Like `flag`, without a default. */
export const choice = wordIn(['true', 'false', '1', '0']).transform(isYes);

export const flag = (defaultValue: boolean) =>
  wordIn(['true', 'false', '1', '0'])
    .default(defaultValue ? 'true' : 'false')
    .transform(isYes);

/** A path of a file or a folder; ~ is the home folder. */
export const filePath = z
  .string()
  .min(1)
  .transform((text, context) => {
    try {
      return fromHome(text);
    } catch (error) {
      if (!(error instanceof BadPath)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

export const databaseUrl = z.string().superRefine((text, context) => {
  try {
    parseDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof BadDatabaseUrl)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
  }
});

/** The address of a proxy for outgoing requests. */
export const proxyAddress = z.string().refine(isProxyAddress, { error: proxyRule });

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' });

/** Whether only this machine reaches an address or a host name. */
export function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}

const isOnThisMachine = (text: string) =>
  URL.canParse(text) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(text).hostname);

/** An address whose responses can be trusted: https, or this machine. */
export const secureUrl = webUrl.refine((text) => /^https:/.test(text) || isOnThisMachine(text), {
  error: 'must be an https:// URL, or http:// to this machine',
});

const separated = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Texts, separated by commas; none by default. */
export const names = z.string().default('').transform(separated);

/** Origins of web pages, separated by commas; none by default. Each is exactly what a browser sends as `Origin`. */
export const origins = names.pipe(
  z.array(
    z
      .string()
      .refine((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
        error: ({ input }) =>
          `"${String(input)}" is not an origin: use scheme, host and port as browsers send them, such as ` +
          'https://tools.example.org, in lower case and without a path or a default port',
      }),
  ),
);

/** One or more of the words, separated by commas; all of them by default. */
export const wordsIn = <const Word extends string>(words: readonly Word[]) => {
  const error = `must be one or more of ${words.join(', ')}, separated by commas`;
  return z
    .string()
    .default(words.join(','))
    .transform(separated)
    .pipe(z.array(z.enum(words, { error })).min(1, { error }));
};

/** Addresses and CIDR ranges, separated by commas. */
export const addressRanges = z
  .string()
  .default('')
  .transform(separated)
  .pipe(
    z.array(
      z.string().refine(isAddressRange, {
        error: ({ input }) =>
          `"${String(input)}" is neither an IP address nor a CIDR range such as 10.0.0.0/8`,
      }),
    ),
  );

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
