import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens on an address for a moment. @throws what `listen` fails with, such as EADDRINUSE */
export async function probeAddress(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  await new Promise((resolve) => probe.close(resolve));
}
