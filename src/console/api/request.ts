import type { TadaDocumentNode } from 'gql.tada';
import { readWarnings } from '../../client/warnings.js';
import { basePath } from '../base.js';
import { RequestError } from '../model/request-error.js';
import { callerIsUnknown, tokenWarning } from './caller.js';
import { reloadAll } from './reload.js';
import { fetchWithRetries } from './retries.js';
import { noteWaiting } from './waiting.js';

/** A service on a slow machine has answered or refused by then, so an answer that takes longer was lost on the way. */
const timeoutMs = 300_000;

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    message: string;
    path?: readonly (string | number)[];
    extensions?: { type?: string; missingPrivileges?: string[] };
  }[];
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Called with the service's id of the request, also when it is refused: the id of its changes in the history. */
  onCall?(id: string): void;
  /** Called with what the answer warns of. */
  onWarnings?(warnings: readonly string[]): void;
}

/** Sends an operation. @throws RequestError when it is refused, and AbortError when the signal is aborted */
export async function request<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { signal, onCall, onWarnings }: RequestOptions = {},
): Promise<Data> {
  const path = `${basePath}/api/graphql`;
  const init = jsonBody({ query: document, variables });
  const isChange = isMutation(document);
  const sent = exchange<Answer<Data>>('POST', path, init, { signal, onCall, isChange });
  const { body, warnings } = await (isChange ? noteUncertain(sent) : sent);
  const { data, errors } = body;
  if (errors?.length)
    throw new RequestError(
      errors.map(({ message }) => message).join('\n'),
      errorCode(errors),
      errors[0]!.extensions?.missingPrivileges,
      errors[0]!.path?.[0]?.toString(),
    );
  const tokenText = warnings.find(isTokenWarning);
  if (tokenText) tokenWarning.value = tokenText;
  onWarnings?.(warnings.filter((warning) => !isTokenWarning(warning)));
  return data!;
}

/** Sends an operation that changes something, and then loads again what the page shows. Throws as `request` does. */
export async function mutate<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  options: RequestOptions = {},
): Promise<Data> {
  const data = await request(document, variables, options);
  reloadAll();
  return data;
}

const isMutation = (document: unknown): boolean => /^\s*mutation\b/.test(String(document));

/** Says of a change whose answer was lost that it may have been made, and loads again what the page shows. */
const noteUncertain = <Result>(sent: Promise<Result>): Promise<Result> =>
  sent.catch((error) => {
    if (!(error instanceof LostAnswer)) throw error;
    reloadAll();
    throw new UncertainError(error.message, error.code);
  });

class UncertainError extends RequestError {
  override readonly isUncertain = true;
}

/** There is no answer, or what came is not one of the service. */
class LostAnswer extends RequestError {}

/** Every success has it while the token of the session is about to end. */
const isTokenWarning = (warning: string) => warning.startsWith('The access token ');

const errorCode = (errors: NonNullable<Answer<unknown>['errors']>) =>
  errors[0]!.extensions?.type ?? 'UNKNOWN';

/** Sends a body of JSON. @throws RequestError, and AbortError when the signal is aborted */
export const post = <Body>(path: string, body: unknown, signal?: AbortSignal): Promise<Body> =>
  send('POST', path, jsonBody(body), signal);

const jsonBody = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

type Method = 'POST' | 'DELETE';

export const send = async <Body>(
  method: Method,
  path: string,
  init?: RequestInit,
  signal?: AbortSignal,
): Promise<Body> => (await exchange<Body>(method, path, init, { signal, isChange: true })).body;

/** The body of a successful response, and its warnings. */
interface Exchange<Body> {
  readonly body: Body;
  readonly warnings: readonly string[];
}

interface ExchangeOptions {
  readonly signal: AbortSignal | undefined;
  readonly onCall?: RequestOptions['onCall'] | undefined;
  /** Whether the request may change something. */
  readonly isChange: boolean;
}

async function exchange<Body>(
  method: Method,
  path: string,
  init: RequestInit = {},
  { signal, onCall, isChange }: ExchangeOptions,
): Promise<Exchange<Body>> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  let response: Response;
  let text: string;
  const endWaiting = noteWaiting(isChange);
  try {
    response = await fetchWithRetries(path, { ...init, method, signal: AbortSignal.any(signals) });
    const id = response.headers.get('x-request-id');
    if (id) onCall?.(id);
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    throw isLate
      ? new LostAnswer(`There was no answer within ${timeoutMs / 60_000} minutes.`, 'TIMEOUT')
      : new LostAnswer('The service cannot be reached.', 'UNREACHABLE');
  } finally {
    endWaiting();
  }
  if (response.status === 401) callerIsUnknown();
  const json = readObject(response, text);
  // Refusals of GraphQL have their errors in the body.
  if (json && (response.ok || 'errors' in json))
    return { body: json as Body, warnings: readWarnings(response.headers) };
  if (response.ok && text === '' && method === 'DELETE')
    return { body: undefined as Body, warnings: readWarnings(response.headers) };
  if (response.ok)
    throw new LostAnswer('The response could not be read. A proxy may have sent it.', 'UNREADABLE');
  if (!json && response.status >= 500)
    throw new LostAnswer(`The service answered ${response.status}.`, `${response.status}`);
  const refused = (json ?? {}) as Refused;
  throw new RequestError(
    refused.message ?? refused.error ?? `The service answered ${response.status}.`,
    `${response.status}`,
    refused.missingPrivileges,
  );
}

/** Returns the object that a response has as JSON. Proxies answer with pages, and cut bodies off. */
function readObject({ headers }: Response, text: string): object | undefined {
  if (!/\bjson\b/.test(headers.get('content-type') ?? '')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Refused {
  readonly message?: string;
  readonly error?: string;
  readonly missingPrivileges?: string[];
}
