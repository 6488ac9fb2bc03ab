import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { serve } from './serve.js';

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
  const { server, url } = await serve(t, async (request, response) => {
    const body = await text(request);
    const { headers } = request;
    const one = { id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) };
    received.push(one);
    state.respond(response, one);
  });
  t.teardown(() => server.closeAllConnections());
  return { port: Number(new URL(url).port), url: `${url}/hook`, received, state };
}
