import type { TadaDocumentNode } from 'gql.tada';
import { readWarnings } from '../../client/warnings.js';
import { basePath } from '../base.js';
import { callerIsUnknown, tokenWarning } from './caller.js';
import { reloadAll } from './reload.js';

/** The service refuses later than this, so an answer that takes longer was lost on the way. */
const timeoutMs = 60_000;

/** Why a request has no answer, in words for people. */
export class RequestError extends Error {
  readonly code: string;
  /** The privileges of which the caller needs one, for a refusal that is due to them. */
  readonly missingPrivileges: readonly string[];
  /** The field of the operation that failed, by its alias. Absent: the whole request failed. */
  readonly field: string | undefined;

  constructor(message: string, code: string, missingPrivileges: readonly string[] = [], field?: string) {
    super(message);
    this.code = code;
    this.missingPrivileges = missingPrivileges;
    this.field = field;
  }
}

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    message: string;
    path?: readonly (string | number)[];
    extensions?: { type?: string; missingPrivileges?: string[] };
  }[];
}

interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Called with what the answer warns of. */
  onWarnings?(warnings: readonly string[]): void;
}

/** Sends an operation. @throws RequestError when it is refused, and AbortError when the signal is aborted */
export async function request<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  { signal, onWarnings }: RequestOptions = {},
): Promise<Data> {
  const { body, warnings } = await exchange<Answer<Data>>(
    'POST',
    `${basePath}/api/graphql`,
    jsonBody({ query: document, variables }),
    signal,
  );
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
): Promise<Body> => (await exchange<Body>(method, path, init, signal)).body;

/** The body of a successful response, and its warnings. */
interface Exchange<Body> {
  readonly body: Body;
  readonly warnings: readonly string[];
}

async function exchange<Body>(
  method: Method,
  path: string,
  init: RequestInit = {},
  signal?: AbortSignal,
): Promise<Exchange<Body>> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  let response: Response;
  try {
    response = await fetch(path, { ...init, method, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted) throw error;
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    throw isLate
      ? new RequestError(`There was no answer within ${timeoutMs / 1_000} seconds.`, 'TIMEOUT')
      : new RequestError('The service cannot be reached.', 'UNREACHABLE');
  }
  if (response.status === 401) callerIsUnknown();
  const text = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
  // Refusals of GraphQL have their errors in the body.
  const warnings = readWarnings(response.headers);
  if (isJson && (response.ok || /"errors"/.test(text))) return { body: JSON.parse(text), warnings };
  if (response.ok) return { body: undefined as Body, warnings };
  const refused = (isJson ? JSON.parse(text) : {}) as Refused;
  throw new RequestError(
    refused.message ?? refused.error ?? `The service answered ${response.status}.`,
    `${response.status}`,
    refused.missingPrivileges,
  );
}

interface Refused {
  readonly message?: string;
  readonly error?: string;
  readonly missingPrivileges?: string[];
}
