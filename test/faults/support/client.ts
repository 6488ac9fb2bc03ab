export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any;
  readonly headers: Headers;
}

/** Somebody with a token, over a real connection; what breaks the connection is thrown. */
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

/** Whether the service has said that the request is done. */
export const isDone = ({ status, body }: Reply) => status === 200 && !body.errors;

/** Whether it has said that the database is away: before the caller was known, or after. */
export const isUnavailable = ({ status, body }: Reply) =>
  status === 503 || (status === 200 && body.errors?.[0]?.extensions.code === 503);

/** @throws unless it is done */
export function dataOf(reply: Reply) {
  if (!isDone(reply)) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body.data ?? reply.body.value;
}
