import { Writable } from 'node:stream';
import { pino } from 'pino';
import t from 'tap';
import { safeLines } from '../../src/http/plugins/monitoring/safe-lines.js';
import { createRequest, operations, type Request } from '../manifest/operations.js';
import { actorCatalog } from '../support/actors.js';
import { unknownText, withOtherSecret } from '../support/token-texts.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';

const tables = ['tags', 'aspects', 'entities', 'users', 'policies', 'timeseries_events', 'access_tokens'];
const sql = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|JOIN|WHERE)\b\s+["\w$(]|\$\d\b|::text/;
const splitting = ['\r\n', '%0d%0a', '\n{"level":60}\n', '\u2028', '\u0085', '\u001b[2J'];

/** Returns all parts of eight characters of a secret, 47 bits each. */
const traces = (text: string) => {
  const secret = text.split('_')[2]!;
  return Array.from({ length: secret.length - 7 }, (_, from) => secret.slice(from, from + 8));
};

for (const [database, open] of databases) {
  t.test(`what is logged, answered and measured on ${database}`, async (t) => {
    const lines: string[] = [];
    const stream = new Writable({ write: (line, _, done) => done(void lines.push(String(line))) });
    const all = await actorCatalog(t, {
      open,
      logger: pino({ level: 'trace', ...safeLines }, stream),
    });
    const { app, db, manager, ann, expired, revoked, suspended } = all;
    const others = [unknownText(), withOtherSecret(ann.token)];
    const texts = [...[manager, ann, expired, revoked, suspended].map(({ token }) => token), ...others];
    const answers: string[] = [];
    const codes = new Map<number, number>();
    async function send(request: Request, text: string, more = {}) {
      const headers = { authorization: `Bearer ${text}`, ...more };
      const { statusCode, headers: answered, body } = await app.inject({ ...request, headers });
      answers.push(`${JSON.stringify(answered)} ${body}`);
      codes.set(statusCode, (codes.get(statusCode) ?? 0) + 1);
    }

    const on = await all.onAnn();
    const requests = Object.keys(operations)
      .filter((name) => !/createAccessToken|revoke|delete/i.test(name))
      .map((name) => createRequest(name, on));
    for (const text of texts) {
      for (const request of requests) {
        await send(request, text);
        for (const value of text === manager.token ? [text, ...splitting] : [text]) {
          const url = `${request.url}${request.url.includes('?') ? '&' : '?'}x=${value}`;
          await send({ ...request, url }, text, { 'user-agent': value, referer: value, cookie: text });
        }
      }
      const query = { query: `{ tag(urn: "${text}\\n${text}") { ${text} } }`, operationName: text };
      await send({ method: 'POST', url: '/api/graphql', payload: query }, manager.token);
    }

    // Errors of a broken database contain the statements.
    for (const table of tables) {
      await db.query(`ALTER TABLE ${table} RENAME TO ${table}_away`);
      for (const request of requests) await send(request, manager.token);
      await db.query(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
    t.ok((codes.get(500) ?? 0) > 50, 'statements failed');
    const metrics = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${manager.token}` },
    });
    t.equal(metrics.statusCode, 200);

    const outputs = { log: lines, answers, metrics: metrics.body.split('\n') };
    for (const [output, found] of Object.entries(outputs)) {
      const secrets = texts.flatMap(traces).filter((trace) => found.some((line) => line.includes(trace)));
      t.strictSame(secrets, [], `no part of a token in the ${output}`);
      t.strictSame(found.filter((line) => sql.test(line)).slice(0, 2), [], `no SQL in the ${output}`);
      t.notOk(
        found.some((line) => line.includes('$argon2')),
        `no hash in the ${output}`,
      );
    }
    const split = lines.filter((line) => line.indexOf('\n') !== line.length - 1 || !JSON.parse(line).time);
    t.strictSame(split, [], 'no log line is split');
    guarantee(
      t,
      `log, answers and metrics hold no token, no hash and no SQL, and no line is split (${database})`,
      {
        requests: answers.length,
        'failed statements': codes.get(500) ?? 0,
        'log lines': lines.length,
      },
    );
  });
}
