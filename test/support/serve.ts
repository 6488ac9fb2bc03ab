import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

/** Starts a server in place of another one. It ends with the test. */
export async function serve(t: Test, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
