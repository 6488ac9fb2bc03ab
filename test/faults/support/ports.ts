import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a free port of 127.0.0.1, one that the system gives to no outgoing connection meanwhile. */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(10_000 * Math.random());
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}
