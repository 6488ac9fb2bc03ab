import t from 'tap';
import { openApp } from '../../../support/open-app.js';
import { countStatements } from '../../../support/statements.js';

const url = '/operations?action=getIndexSizes';

t.test('malformed credentials are rejected without a statement, and the log has the reason', async (t) => {
  const { app, asAdmin, lines } = await openApp(t);
  const { authorization } = asAdmin;
  for (const [headers, reason] of [
    [{}, 'no credentials'],
    [{ authorization: 'Bearer junk' }, 'malformed token'],
    [{ authorization: [authorization, authorization] }, 'malformed Authorization header'],
    [{ 'x-service-actor': 'urn:li:corpuser:admin' }, 'no credentials'],
  ] as const) {
    const { statements, result } = await countStatements(() =>
      app.inject({ method: 'POST', url, headers: headers as Record<string, string> }),
    );
    t.equal(result.statusCode, 401);
    t.equal(statements, 0, reason);
    const line = lines
      .map((text) => JSON.parse(text))
      .findLast(({ msg }) => msg === 'authentication refused');
    t.equal(line.reason, reason);
  }
});

t.test('no line of the log holds a token', async (t) => {
  const { app, asAdmin, lines } = await openApp(t);
  await app.inject({ method: 'POST', url, headers: asAdmin });
  await app.inject({ method: 'POST', url, headers: { authorization: 'Bearer secret-junk' } });
  app.log.info({ headers: asAdmin, req: { headers: asAdmin } }, 'by mistake');
  t.match(lines.join(''), /by mistake/);
  t.notMatch(lines.join(''), new RegExp(`secret|${asAdmin.authorization.slice('Bearer '.length)}`));
});
