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

export function client(url: string, token: string): Client {
  async function post(path: string, body?: object): Promise<Reply> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  }
  return { url, post, graphql: (query, variables = {}) => post('/api/graphql', { query, variables }) };
}

/** Whether the service has confirmed the request. */
export const isDone = ({ status, body }: Reply) => status === 200 && !body.errors;

/** Whether the service has answered 503, before or after authentication. */
export const isUnavailable = ({ status, body }: Reply) =>
  status === 503 || (status === 200 && body.errors?.[0]?.extensions.code === 503);

/** Returns the data of a reply. @throws when the request failed */
export function dataOf(reply: Reply) {
  if (!isDone(reply)) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.data ?? reply.body.value;
}
