import { readTextFile } from '../../files/text-file.js';
import { CommandFailed } from '../command-failed.js';
import { readLogin } from './login-file.js';
import type { Session } from './session.js';

export interface TargetOptions {
  readonly url?: string;
  readonly tokenFile?: string;
}

/** The service that a command calls, the credentials, and their sources. */
export interface Target {
  /** Without a slash at the end. */
  readonly url: string;
  readonly urlFrom: string;
  readonly token: string | null;
  /** Where the token is from; without a token, a hint or nothing. */
  readonly tokenFrom: string;
}

const defaultUrl = 'http://127.0.0.1:8080';
/** Of a file or an input with a token. */
export const maxTokenBytes = 16_384;
const ofLogin = '`catalog login`';

/** Returns an address as it is compared and called. @throws CommandFailed */
export function parseAddress(text: string, from: string): string {
  const { protocol, username, password, href } = URL.canParse(text) ? new URL(text) : ({} as Partial<URL>);
  if (username || password)
    throw new CommandFailed(
      `The address of ${from} contains a user name or a password; use a token instead.`,
      2,
    );
  if (!href || !/^https?:$/.test(protocol!))
    throw new CommandFailed(`"${text}" of ${from} is not an http:// or https:// address.`, 2);
  // DataHub's address of its API may end like this; the paths below it are the same here.
  // As copied from the browser.
  return href
    .replace(/[?#].*$/, '')
    .replace(/\/console(\/.*)?$/, '')
    .replace(/\/+$/, '')
    .replace(/(\/api)?\/gms$/, '');
}

/** Returns the token of a text, such as a file's. @throws CommandFailed when it can be none; the message does not show it */
export function parseToken(text: string, from: string): string {
  // As copied from a request.
  const token = text.trim().replace(/^(authorization:\s*)?bearer\s+/i, '');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new CommandFailed(`There is no access token in ${from}.`, 2);
}

/**
 * Finds the address and the token: flags, then CATALOG_…, then DataHub's variables, then the login. A token of
 * DataHub's variables or of the login is sent only to the address from the same source.
 *
 * @throws CommandFailed
 */
export async function findTarget({ env, configFolder }: Session, options: TargetOptions): Promise<Target> {
  const login = await readLogin(configFolder);
  const addresses: [from: string, text: string | undefined][] = [
    ['--url', options.url],
    ['CATALOG_URL', env.CATALOG_URL],
    ['DATAHUB_GMS_URL', env.DATAHUB_GMS_URL],
    [ofLogin, login?.url],
    ['the default', defaultUrl],
  ];
  const [urlFrom, text] = addresses.find(([, one]) => one) as [string, string];
  const url = parseAddress(text, urlFrom);
  const isThisServer = (other: string | undefined) =>
    other !== undefined && url === parseAddress(other, 'the other address');

  const found = (token: string, tokenFrom: string) => ({ url, urlFrom, token, tokenFrom });
  const { tokenFile } = options;
  if (tokenFile !== undefined)
    return found(parseToken(await readTextFile(tokenFile, maxTokenBytes), tokenFile), tokenFile);
  const { CATALOG_TOKEN: own, DATAHUB_GMS_TOKEN: dataHubs } = env;
  if (own) return found(parseToken(own, 'CATALOG_TOKEN'), 'CATALOG_TOKEN');
  if (dataHubs && isThisServer(env.DATAHUB_GMS_URL || defaultUrl))
    return found(parseToken(dataHubs, 'DATAHUB_GMS_TOKEN'), 'DATAHUB_GMS_TOKEN');
  if (login && isThisServer(login.url)) return found(login.token, ofLogin);
  const others = [
    ...(dataHubs ? [`DATAHUB_GMS_TOKEN is for ${env.DATAHUB_GMS_URL || defaultUrl} only`] : []),
    ...(login ? [`the token of ${ofLogin} is for ${login.url} only`] : []),
  ];
  return { url, urlFrom, token: null, tokenFrom: others.join('; ') };
}

/** Whether an address or a token is set by anything but the default. */
export async function hasTarget({ env, configFolder }: Session, options: TargetOptions): Promise<boolean> {
  const { CATALOG_URL, CATALOG_TOKEN, DATAHUB_GMS_URL, DATAHUB_GMS_TOKEN } = env;
  const variables = [CATALOG_URL, CATALOG_TOKEN, DATAHUB_GMS_URL, DATAHUB_GMS_TOKEN];
  const given = [options.url, options.tokenFile, ...variables].some(Boolean);
  return given || (await readLogin(configFolder)) !== null;
}

export const isLogin = ({ tokenFrom }: Target): boolean => tokenFrom === ofLogin;
