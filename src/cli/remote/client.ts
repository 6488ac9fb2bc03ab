import type { TadaDocumentNode } from 'gql.tada';
import { toMap } from '../../core/to-map.js';
import { type Privilege, privileges } from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import { Refused } from './failure.js';
import { plain } from './output.js';
import type { Target } from './target.js';

/** A running catalog. A refusal names the privileges of which the caller needs one. */
export interface Client {
  readonly target: Target;
  /** @returns `data`. @throws CommandFailed */
  graphql<Data, Variables>(
    document: TadaDocumentNode<Data, Variables>,
    variables: Sent<Variables>,
    needs?: readonly Privilege[],
  ): Promise<Data>;
  /** @returns the body of the answer. @throws CommandFailed */
  post<T>(path: string, body?: unknown, needs?: readonly Privilege[]): Promise<T>;
  /** Reads a path that needs no privilege. @throws CommandFailed for a body that is not JSON, too */
  get(path: string): Promise<Answer>;
  /**
   * Sends a request: a POST if it has a body. The caller checks the status.
   *
   * @throws Unreachable without an answer
   * @throws CommandFailed for a redirection
   */
  send(path: string, body?: string, timeoutMs?: number): Promise<Answer>;
}

/** A value for JSON, in which undefined is left out. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> | (null extends Value[Key] ? undefined : never) }
    : Value;

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Undefined when the body is not JSON, such as a proxy's page. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its answer
  readonly body: any;
}

/** No catalog is at the address. */
export class NoCatalog extends CommandFailed {
  constructor(text: string, { urlFrom }: Target) {
    const advice = `The address is from ${urlFrom}. Check it, and that the service runs there; --url and CATALOG_URL set another address.`;
    super(`${text}\n${advice}`, 3);
  }
}

/** No server responds at the address, at least for now. */
export class Unreachable extends NoCatalog {
  /** Such as `connection refused`. */
  readonly reason: string;

  constructor(error: unknown, target: Target) {
    const reason = connectionProblem(error);
    super(`No catalog responds at ${target.url}: ${reason}.`, target);
    this.reason = reason;
  }
}

export interface ClientOptions {
  readonly version: string;
  /** Prints the warnings of a response. */
  readonly tellWarnings: (headers: Headers) => Promise<void>;
}

const defaultTimeoutMs = 60_000;
const maxMessageLength = 4_000;

export function client(target: Target, { version, tellWarnings }: ClientOptions): Client {
  const { url, token } = target;
  const ownHeaders = {
    'user-agent': `catalog/${version}`,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };

  async function exchange(path: string, body: string | undefined, timeoutMs: number): Promise<Answer> {
    const content =
      body === undefined
        ? { headers: ownHeaders }
        : { method: 'POST', body, headers: { ...ownHeaders, 'content-type': 'application/json' } };
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await fetch(`${url}${path}`, { ...content, signal, redirect: 'manual' });
      const { status, statusText, headers } = response;
      return { status, statusText, headers, body: parseJson(await response.text()) };
    } catch (error) {
      throw new Unreachable(error, target);
    }
  }

  async function send(path: string, content?: string, timeoutMs = defaultTimeoutMs): Promise<Answer> {
    const answer = await exchange(path, content, timeoutMs);
    const { status, headers } = answer;
    const location = headers.get('location');
    if (status >= 300 && status < 400 && location)
      throw new NoCatalog(
        `${url} redirects to ${plain(location)}: use the address of the service itself.`,
        target,
      );
    await tellWarnings(headers);
    return answer;
  }

  async function sendForJson(path: string, content?: string): Promise<Answer> {
    const answer = await send(path, content);
    if (answer.body !== undefined) return answer;
    throw new NoCatalog(
      `${url}${path} returns ${answer.status} without JSON: the address may belong to another service.`,
      target,
    );
  }

  function refused(type: string, message: string, needs: readonly Privilege[]): CommandFailed {
    if (type === 'UNAUTHENTICATED' || type === '401') return new Refused(notAuthenticated(target), '401');
    const text = plain(String(message)).slice(0, maxMessageLength);
    if (type !== 'UNAUTHORIZED' && type !== '403') return new Refused(text, type);
    return new Refused(notAllowed(text, needs), 'UNAUTHORIZED');
  }

  return {
    target,
    send,
    get: sendForJson,

    async graphql(query, variables, needs = []) {
      const { status, body } = await sendForJson('/api/graphql', JSON.stringify({ query, variables }));
      const [error] = body?.errors ?? [];
      if (error) throw refused(String(error.extensions?.type ?? status), error.message, needs);
      if (!body?.data) throw refused(String(status), body?.message ?? `status ${status} without data`, needs);
      return body.data;
    },

    async post<T>(path: string, content: unknown = {}, needs: readonly Privilege[] = []) {
      const { status, body } = await sendForJson(path, JSON.stringify(content));
      if (status >= 200 && status < 300) return body as T;
      throw refused(String(status), body?.message ?? `status ${status}`, needs);
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const reasons: ReadonlyMap<string, string> = toMap({
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'no such host',
  TimeoutError: 'timed out',
});

/** Returns the reason for a missing response. `fetch` has the reason in the error's cause. */
function connectionProblem(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code, message: inner } = Object(cause) as NodeJS.ErrnoException;
  return reasons.get(code ?? name) ?? (inner || code || message);
}

/** Why a service wants a token, or another one, and how to get it. */
export function notAuthenticated({ url, token, tokenFrom }: Target): string {
  const next =
    '`catalog login` takes a token. An administrator creates one with `catalog token create --for <user>`, or, on the machine ' +
    'of the database, with `catalog token create --local --actor <urn>`.';
  if (token === null) {
    const why = tokenFrom ? ` (${tokenFrom})` : '';
    return `The catalog at ${url} requires an access token${why}. ${next}`;
  }
  return (
    `The catalog at ${url} does not accept the access token of ${tokenFrom}: it is unknown, expired or revoked, or its user is ` +
    `suspended or removed. ${next}`
  );
}

function notAllowed(message: string, needs: readonly Privilege[]): string {
  if (needs.length === 0) return message;
  const [first] = needs;
  const names = needs.map((name) => `${name} (${privileges[name]})`).join(' or ');
  return (
    `You may not do this: the user and the scopes of the token need the privilege ${names}.\n` +
    `An administrator grants it with: catalog policy grant <user> ${first}`
  );
}
