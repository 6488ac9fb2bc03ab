import t from 'tap';
import { batchUrl } from '../support/aspects.js';
import { guarantee } from './guarantee.js';
import { probe } from './support/probe.js';
import { onEach } from './support/targets.js';
import { worstBatches } from './support/worst-batches.js';

/** Maximum ms for a liveness response, by database. */
const liveWithin = { embedded: 5_000, PostgreSQL: 500 } as const;

await onEach(t, { REQUEST_TIMEOUT_MS: '120000', ASPECTS_UNKNOWN: 'store' }, async (t, one) => {
  const database = t.name as keyof typeof liveWithin;
  await one.start();
  const token = one.token()!;
  const health = await probe(one.url);
  t.teardown(() => health.stop());
  const figures: Record<string, string> = {};
  for (const [what, propose] of Object.entries(worstBatches)) {
    const text = JSON.stringify({ proposals: propose() });
    t.ok(text.length <= 16_777_216, `${what}: ${(text.length / 1e6).toFixed(1)} MB`);
    const startedAt = performance.now();
    await health.longest();
    const answer = await fetch(one.url + batchUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    const result = { status: answer.status, text: await answer.text() };
    const slowest = Math.round(await health.longest());
    const seconds = (performance.now() - startedAt) / 1_000;
    t.equal(result.status, 200, `${what}: ${result.text.slice(0, 300)}`);
    t.ok(slowest <= liveWithin[database], `${what}: the slowest answer took ${slowest} ms`);
    figures[what] = `${seconds.toFixed(1)} s, liveness ${slowest} ms`;
  }
  guarantee(t, `liveness answers while the largest batches are written (${database})`, figures);
});
