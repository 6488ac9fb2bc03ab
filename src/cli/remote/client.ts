import type { TadaDocumentNode } from 'gql.tada';
import type { Privilege } from '../../datahub/privileges.js';
import { openProxy } from '../../outbound/proxy.js';
import type { Dependencies } from '../dependencies.js';
import type { Answer } from './answer.js';
import { type Lack, refusal } from './failure.js';
import { NoCatalog, Unreachable } from './no-catalog.js';
import { plain } from './output.js';
import { sendWithRetries } from './retries.js';
import type { Target } from './target.js';

/** A running catalog. A refusal names the privileges of which the caller needs one: `needs`, if the service names none. */
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
  /** Reads a path that needs no privilege. @throws CommandFailed also for a body that is not JSON */
  get(path: string): Promise<Answer>;
  /**
   * Sends a GraphQL request as a person wrote it. The caller checks `errors`.
   *
   * @throws CommandFailed also when the service accepts no such request, or not the token
   */
  ask(request: GraphqlRequest): Promise<GraphqlAnswer>;
  /**
   * Sends a request: a POST if it has a body. The caller checks the status.
   *
   * @throws Unreachable without an answer
   * @throws CommandFailed for a redirection
   */
  send(path: string, body?: string): Promise<Answer>;
}

/** A value for JSON, in which undefined is left out. */
export type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> | (null extends Value[Key] ? undefined : never) }
    : Value;

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName?: string | undefined;
}

export interface GraphqlAnswer {
  readonly data?: unknown;
  readonly errors?: readonly GraphqlError[];
}

interface GraphqlError {
  readonly message: string;
  readonly extensions?: Lack & { readonly type?: string };
}

export interface ClientOptions extends Pick<Dependencies, 'wait' | 'info'> {
  readonly version: string;
  /** Prints the warnings of a response. */
  readonly tellWarnings: (headers: Headers) => Promise<void>;
  /** The address of a proxy; undefined: the service is reached directly. */
  readonly proxy?: string | undefined;
  /** ms after which the user is told, again and again, that the command waits. */
  readonly tellEveryMs?: number;
}

/**
 * A service has refused a request long before, unless its machine is very slow. Node.js's own limit, 300 seconds, has
 * another message.
 */
const timeoutMs = 290_000;

export function client(target: Target, options: ClientOptions): Client {
  const { url, token } = target;
  const { version, tellWarnings, info, proxy, tellEveryMs = 15_000 } = options;
  // One for all requests: each connection through a proxy takes several round trips.
  const opened = proxy === undefined ? null : openProxy(proxy);
  const ownHeaders = {
    'user-agent': `catalog/${version}`,
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };

  async function exchange(path: string, body: string | undefined): Promise<Answer> {
    const content =
      body === undefined
        ? { headers: ownHeaders }
        : { method: 'POST', body, headers: { ...ownHeaders, 'content-type': 'application/json' } };
    const sentAt = performance.now();
    const telling = setInterval(() => {
      const seconds = Math.round((performance.now() - sentAt) / 1_000);
      info(`waiting for the catalog at ${url}: no response to ${path.split('?', 1)[0]} for ${seconds} s`);
    }, tellEveryMs);
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const way = opened === null ? { fetch } : await opened;
      const response = await way.fetch(`${url}${path}`, { ...content, signal, redirect: 'manual' });
      const { status, statusText, headers } = response;
      return { status, statusText, headers, body: parseJson(await response.text()) };
    } catch (error) {
      throw new Unreachable(error, target, opened !== null);
    } finally {
      clearInterval(telling);
    }
  }

  async function send(path: string, content?: string): Promise<Answer> {
    const answer = await exchange(path, content);
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
    const { result: answer } = await sendWithRetries(() => send(path, content), isAskedAgain, url, options);
    if (answer.body !== undefined) return answer;
    throw new NoCatalog(
      `${url}${path} returns ${answer.status} without JSON: the address may belong to another service.`,
      target,
    );
  }

  async function ask(request: GraphqlRequest): Promise<GraphqlAnswer> {
    const { status, body } = await sendForJson('/api/graphql', JSON.stringify(request));
    const { data, errors }: GraphqlAnswer = Object(body);
    const unauthenticated = errors?.find(({ extensions }) => extensions?.type === 'UNAUTHENTICATED');
    if (unauthenticated) throw refusal(target, 'UNAUTHENTICATED', unauthenticated.message);
    if (!data && !errors?.length)
      throw refusal(target, String(status), body?.message ?? `status ${status} without data`);
    return body;
  }

  return {
    target,
    send,
    get: sendForJson,
    ask,

    async graphql<Data, Variables>(
      query: TadaDocumentNode<Data, Variables>,
      variables: Sent<Variables>,
      needs: readonly Privilege[] = [],
    ) {
      const request = { query: query as unknown as string, variables: variables as Record<string, unknown> };
      const { data, errors: [error] = [] } = await ask(request);
      if (error) {
        const { type = 'unknown', ...lack } = error.extensions ?? {};
        throw refusal(target, type, error.message, { missingPrivileges: needs, ...lack });
      }
      return data as Data;
    },

    async post<T>(path: string, content: unknown = {}, needs: readonly Privilege[] = []) {
      const { status, body } = await sendForJson(path, JSON.stringify(content));
      if (status >= 200 && status < 300) return body as T;
      const { message = `status ${status}`, missingPrivileges = needs, reason } = Object(body);
      throw refusal(target, String(status), message, { missingPrivileges, reason });
    },
  };
}

/** Whether the service has done nothing for a request, and says when to send it again. */
const isAskedAgain = ({ status, headers }: Answer): boolean => status === 503 && headers.has('retry-after');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
