import type { TadaDocumentNode } from 'gql.tada';
import type { Privilege } from '../../datahub/privileges.js';
import { refusal } from './failure.js';
import { NoCatalog, Unreachable } from './no-catalog.js';
import { plain } from './output.js';
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
  readonly extensions?: { readonly type?: string; readonly missingPrivileges?: readonly Privilege[] };
}

export interface ClientOptions {
  readonly version: string;
  /** Prints the warnings of a response. */
  readonly tellWarnings: (headers: Headers) => Promise<void>;
}

const defaultTimeoutMs = 60_000;

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
        const { type, missingPrivileges } = error.extensions ?? {};
        throw refusal(target, type ?? 'unknown', error.message, missingPrivileges ?? needs);
      }
      return data as Data;
    },

    async post<T>(path: string, content: unknown = {}, needs: readonly Privilege[] = []) {
      const { status, body } = await sendForJson(path, JSON.stringify(content));
      if (status >= 200 && status < 300) return body as T;
      throw refusal(
        target,
        String(status),
        body?.message ?? `status ${status}`,
        body?.missingPrivileges ?? needs,
      );
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
