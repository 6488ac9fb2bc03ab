import { Histogram, Registry } from 'prom-client';
import t from 'tap';
import { addDurations } from '../../src/http/durations.js';

const described = { name: 'durations_seconds', help: 'Some "durations"', labelNames: ['method', 'status'] };
/** At, between and beyond bounds. */
const observed = [0, 0.005, 0.0051, 0.3, 2.5, 10, 10.1, 1_000];

for (const buckets of [undefined, [0.1, 10]]) {
  t.test(
    `durations are shown as prom-client's histogram shows them, ${buckets ?? 'default'} buckets`,
    async (t) => {
      const options = { ...described, ...(buckets && { buckets }) };
      const [ours, theirs] = [new Registry(), new Registry()];
      const observe = addDurations(ours, options);
      const histogram = new Histogram({ ...options, registers: [theirs] });
      t.equal(await ours.metrics(), await theirs.metrics(), 'before the first observation');
      for (const [index, seconds] of observed.entries()) {
        const labels = { method: index % 2 ? 'GET' : 'a "quoted"\\ method', status: `${200 + (index % 3)}` };
        observe(seconds, labels.method, labels.status);
        histogram.observe(labels, seconds);
      }
      t.equal(await ours.metrics(), await theirs.metrics());
      ours.resetMetrics();
      theirs.resetMetrics();
      t.equal(await ours.metrics(), await theirs.metrics(), 'after a reset');
    },
  );
}
