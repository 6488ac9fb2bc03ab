import { type Privilege, privileges } from '../../datahub/privileges.js';
import { CommandFailed } from '../command-failed.js';
import { connectionProblem } from '../ingest/answer.js';
import { Refused } from './failure.js';
import { plain } from './output.js';
import type { Target } from './target.js';

/** A running catalog. Every call takes the privileges of which one is needed, for the text of a refusal. */
export interface Client {
  readonly target: Target;
  /** @returns `data`. @throws CommandFailed */
  graphql<T>(document: string, variables?: object, needs?: readonly Privilege[]): Promise<T>;
  /** @returns the body of the answer. @throws CommandFailed */
  post<T>(path: string, body?: unknown, needs?: readonly Privilege[]): Promise<T>;
  /** Reads a path without a right of its own. @returns the status and the body */
  get(path: string): Promise<Answer>;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its answer
  readonly body: any;
}

export interface ClientOptions {
  readonly version: string;
  /** Tells what an answer warns of. */
  readonly tellWarnings: (headers: Headers) => Promise<void>;
}

const timeoutMs = 60_000;
const maxMessageLength = 4_000;

export function client(target: Target, { version, tellWarnings }: ClientOptions): Client {
  const { url, urlFrom, token } = target;

  async function request(path: string, body?: string): Promise<Answer> {
    const headers = {
      'user-agent': `catalog/${version}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const;
    const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error: unknown) => {
        throw notReached(`No catalog answers at ${url}: ${connectionProblem(error)}.`);
      },
    );
    const { status } = response;
    const location = response.headers.get('location');
    if (status >= 300 && status < 400 && location)
      throw notReached(`${url} redirects to ${plain(location)}: give the address of the service itself.`);
    const text = await response.text();
    await tellWarnings(response.headers);
    try {
      return { status, body: JSON.parse(text) };
    } catch {
      throw notReached(`${url}${path} answers ${status} and no JSON: something else may be there.`);
    }
  }

  const notReached = (text: string) =>
    new CommandFailed(
      `${text}\nThe address is from ${urlFrom}. Check it, and that the service runs there; --url and CATALOG_URL choose another.`,
      3,
    );

  function refused(type: string, message: string, needs: readonly Privilege[]): CommandFailed {
    if (type === 'UNAUTHENTICATED' || type === '401') return new Refused(notAuthenticated(target), '401');
    const text = plain(String(message)).slice(0, maxMessageLength);
    if (type !== 'UNAUTHORIZED' && type !== '403') return new Refused(text, type);
    return new Refused(notAllowed(text, needs), 'UNAUTHORIZED');
  }

  return {
    target,

    async graphql(query, variables = {}, needs = []) {
      const { status, body } = await request('/api/graphql', JSON.stringify({ query, variables }));
      const [error] = body?.errors ?? [];
      if (error) throw refused(String(error.extensions?.type ?? status), error.message, needs);
      if (!body?.data) throw refused(String(status), body?.message ?? `status ${status} without data`, needs);
      return body.data;
    },

    async post<T>(path: string, content: unknown = {}, needs: readonly Privilege[] = []) {
      const { status, body } = await request(path, JSON.stringify(content));
      if (status >= 200 && status < 300) return body as T;
      throw refused(String(status), body?.message ?? `status ${status}`, needs);
    },

    get: (path) => request(path),
  };
}

/** Why a service wants a token, or another one, and how to get it. */
export function notAuthenticated({ url, token, tokenFrom }: Target): string {
  const next =
    '`catalog login` takes a token. An administrator makes one with `catalog token create --for <user>`; on the machine ' +
    'of the database, `catalog token create --local --actor <urn>` does.';
  if (token === null) {
    const why = tokenFrom ? ` (${tokenFrom})` : '';
    return `The catalog at ${url} wants an access token${why}. ${next}`;
  }
  return (
    `The catalog at ${url} does not take the access token of ${tokenFrom}: it is unknown, expired or revoked, or its user is ` +
    `suspended or removed. ${next}`
  );
}

function notAllowed(message: string, needs: readonly Privilege[]): string {
  if (needs.length === 0) return message;
  const [first] = needs;
  const names = needs.map((name) => `${name} (${privileges[name]})`).join(' or ');
  return (
    `You may not do this: it takes the privilege ${names}, for the user and for the scopes of the token.\n` +
    `An administrator gives it with: catalog policy grant <user> ${first}`
  );
}
