import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly event: any;
}

/** Answers a message. By default with 204. */
type Respond = (response: ServerResponse, received: Received) => void;

/** An endpoint of webhooks on a free port of this machine. */
export async function receiver(t: Test) {
  const received: Received[] = [];
  const state = {
    respond: ((response) => response.writeHead(204).end()) as Respond,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { headers } = request;
    const one = { id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) };
    received.push(one);
    state.respond(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hook`, received, state };
}
