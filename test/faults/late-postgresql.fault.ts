import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { waitFor } from '../support/wait-for.js';
import { guarantee } from './guarantee.js';
import { freePort } from './support/ports.js';
import { ownServer, withoutBinaries } from './support/postgresql.js';
import { service } from './support/service.js';

t.test(
  '11.23: a service that starts before PostgreSQL waits for it',
  { skip: withoutBinaries },
  async (t) => {
    const server = await ownServer(t);
    await server.kill();
    const metricsPort = await freePort();
    const one = await service(t, { DATABASE_URL: server.url, METRICS_PORT: `${metricsPort}` });
    const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const started = one.start();
    while (!one.log().includes('reached yet')) await sleep(50);
    t.match(await metrics(), /^catalog_database_up 0$/m, 'metrics answer meanwhile');
    await server.start();
    await started;
    t.ok(one.token(), 'the first start is complete');
    await waitFor(async () => /^catalog_database_up 1$/m.test(await metrics()));
    const tries = one.log().split('reached yet').length - 1;
    t.equal(await one.stop(), 0);

    const unknown = await service(t, { DATABASE_URL: server.url.replace(/\w+$/, 'unknown') });
    await t.rejects(unknown.start(), { message: /database "unknown" does not exist/ });
    t.notMatch(unknown.log(), 'reached yet', 'a lasting error is reported at once');
    guarantee(t, 'a service that is started before its PostgreSQL waits for it', { tries });
  },
);
