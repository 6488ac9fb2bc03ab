export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any;
  readonly headers: Headers;
}

/** Sends requests with a token over real connections. Throws when a connection breaks. */
export interface Client {
  readonly url: string;
  graphql(query: string, variables?: object): Promise<Reply>;
  post(path: string, body?: object): Promise<Reply>;
}

export const client = (url: string, token: string): Client =>
  clientWith(url, { authorization: `Bearer ${token}` });

function clientWith(url: string, headers: Record<string, string>): Client {
  async function post(path: string, body?: object): Promise<Reply> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  }
  return { url, post, graphql: (query, variables = {}) => post('/api/graphql', { query, variables }) };
}

/** Signs in to the console of a process. @returns clients of other processes with its cookie */
export async function signedIn(url: string, token: string, others: readonly string[]): Promise<Client[]> {
  const headers = { origin: url, 'content-type': 'application/json' };
  const response = await fetch(`${url}/console/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`${response.status} ${await response.text()}`);
  return others.map((one) => clientWith(one, { cookie, origin: one }));
}

/** Whether the service has confirmed the request. */
export const isDone = ({ status, body }: Reply) => status === 200 && !body.errors;

/** Whether the service has answered 503, before or after authentication. */
export const isUnavailable = ({ status, body }: Reply) =>
  status === 503 || (status === 200 && body.errors?.[0]?.extensions.code === 503);

/** Returns the data of a reply. @throws when the request failed */
export function readData(reply: Reply) {
  if (!isDone(reply)) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.data ?? reply.body.value;
}
