import { Writable } from 'node:stream';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import t from 'tap';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { actorCatalog } from '../support/actors.js';
import { readSeed } from '../support/random.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';
import { graphqlBodies } from './support/fuzz-graphql.js';
import { type Case, corpus, httpCases } from './support/fuzz-http.js';
import { hostileValues } from './support/hostile-values.js';
import { violatedInvariants } from './support/invariants.js';
import { rounds } from './support/rounds.js';

const requests = { least: 2_000, most: 10_000, seconds: 10 };
const atOnce = 16;
const unhandledRejections: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandledRejections.push(reason));
const seed = readSeed(t);

for (const [database, open] of databases) {
  t.test(`hostile requests on ${database}`, async (t) => {
    const lines: string[] = [];
    const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
    const all = await actorCatalog(t, {
      open,
      logger: pino({ level: 'trace', ...safeLines }, stream),
    });
    const { token } = all.manager;
    t.match(await all.manager.post('/aspects?action=ingestProposalBatch', { proposals: corpus }), {
      status: 200,
    });
    const secrets = [all.ann.token, `Bearer ${all.bob.token}`];
    const holdsSecret = (text: string) => secrets.some((secret) => text.includes(secret.slice(-30)));
    const values = hostileValues(secrets);
    const http = httpCases(values, await all.onAnn());
    const graphql = graphqlBodies(values).map(
      (body): Case => ({
        method: 'POST',
        url: '/api/graphql',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body) ?? '',
      }),
    );
    const cases = fc.sample(fc.oneof(http, graphql), { seed, numRuns: requests.most });

    const statuses = new Map<number, number>();
    const failures: object[] = [];
    async function send({ headers, ...request }: Case) {
      const given = { authorization: `Bearer ${token}`, ...headers };
      const { statusCode, body } = await all.app.inject({ ...request, headers: given } as InjectOptions);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      const inside = statusCode === 200 && /"code":5\d\d/.test(body);
      // The readiness probe may get 503 on a slow machine.
      const probe = statusCode === 503 && request.url === '/health/ready';
      if ((statusCode >= 500 && !probe) || inside) failures.push({ request, headers, statusCode, body });
      // An error must not repeat a secret. A tag's name may contain one, because the caller wrote it.
      const refused = statusCode >= 400 || body.startsWith('{"errors"');
      if (refused && holdsSecret(body)) failures.push({ request, headers, leaked: body });
    }
    const turns = rounds(requests);
    let total = 0;
    const worker = async () => {
      for (let turn = turns.next(); !turn.done; turn = turns.next()) {
        total = turn.value;
        await send(cases[total - 1]!);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));

    t.strictSame(failures.slice(0, 3), [], `${failures.length} of ${total} failed`);
    t.strictSame(unhandledRejections, []);
    t.ok((statuses.get(200) ?? 0) > total / 20, 'many requests passed the first check');
    t.match(await all.app.inject('/health/ready'), { statusCode: 200 });
    // The requests rotate tokens.
    t.strictSame(await violatedInvariants(all.db, false), []);
    const forged = lines.filter((line) => line.indexOf('\n') !== line.length - 1 || !JSON.parse(line).time);
    const leaks = lines.filter(holdsSecret);
    const errors = lines.filter((line) => JSON.parse(line).level >= 50);
    t.strictSame(
      [forged, leaks, errors].map((found) => found.slice(0, 3)),
      [[], [], []],
    );
    const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    guarantee(t, `no 500, no unhandled rejection, no forged or leaking log line (${database})`, {
      seed,
      requests: total,
      answers: counts.join(' '),
      'log lines': lines.length,
      failures: failures.length,
    });
  });
}
