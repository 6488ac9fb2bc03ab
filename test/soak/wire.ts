import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';

/** A proxy between the service and its database, which can cut connections and delay what passes. */
export async function wire(t: Test, port: number) {
  const sockets = new Set<Socket>();
  const state = { delayMs: 0 };
  const pass = (from: Socket, to: Socket) => {
    // One part after the other: a later part must not overtake a delayed one.
    let before = Promise.resolve();
    from.on('data', (part) => {
      before = before.then(async () => {
        if (state.delayMs > 0) await sleep(state.delayMs);
        to.write(part);
      });
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      before.then(() => to.destroy());
    });
    sockets.add(from);
  };
  const server = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    pass(client, database);
    pass(database, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const one of sockets) one.destroy();
  };
  t.teardown(() => {
    server.close();
    cut();
  });
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async slowDown(delayMs: number, forMs: number) {
      state.delayMs = delayMs;
      await sleep(forMs);
      state.delayMs = 0;
    },
  };
}
