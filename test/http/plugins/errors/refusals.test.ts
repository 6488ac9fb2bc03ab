import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t from 'tap';
import { Busy } from '../../../../src/core/busy.js';
import { busyChannel } from '../../../../src/core/channels.js';
import { refusals } from '../../../../src/http/plugins/errors/refusals.js';
import { waitFor } from '../../../support/wait-for.js';

async function open(everyMs: number) {
  const lines: { level: number; msg: string; refused: object; longestWaitSeconds: number }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ loggerInstance: pino({}, stream) as FastifyBaseLogger });
  const registry = new Registry();
  await app.register(refusals, { registry, everyMs });
  await app.ready();
  return { app, lines, metrics: () => registry.metrics() };
}

const refuse = (count: number, ...given: ConstructorParameters<typeof Busy>) => {
  for (let index = 0; index < count; index += 1) busyChannel.publish(new Busy(...given));
};

t.test('a line at the first refusal, and one for all of each further minute, without a stack', async (t) => {
  const { app, lines, metrics } = await open(20);
  refuse(1, 'write', { waitedMs: 10_400 });
  refuse(30, 'write', { waitedMs: 12_000 });
  refuse(2, 'memory');
  await waitFor(() => lines.length === 2);
  refuse(1, 'read');
  await waitFor(() => lines.length === 3);
  t.same(
    lines.map(({ level, refused, longestWaitSeconds }) => [level, refused, longestWaitSeconds]),
    [
      [40, { write: 1 }, 10],
      [40, { write: 30, memory: 2 }, 12],
      [40, { read: 1 }, 0],
    ],
  );
  t.notMatch(JSON.stringify(lines), /"(err|stack)"/);
  t.match(await metrics(), 'catalog_requests_refused_total{class="write"} 31\n');
  t.match(await metrics(), 'catalog_requests_refused_total{class="authentication"} 0\n');
  await app.close();
});

t.test('no more lines within the minute; the last ones come when the service stops', async (t) => {
  const { app, lines } = await open(3_600_000);
  refuse(50, 'read');
  t.equal(lines.length, 1);
  await app.close();
  t.match(lines[1]?.refused, { read: 49 });
  refuse(1, 'read');
  t.equal(lines.length, 2, 'nothing is counted after the end');
});
