import t from 'tap';
import { argon2Runs } from '../support/argon2-runs.js';
import { tagCatalog } from '../support/metadata.js';
import { countStatements } from '../support/statements.js';

t.test('401: a verified token whose user is suspended since costs one statement, no argon2', async (t) => {
  const { db, editor, services } = await tagCatalog(t, {
    env: { FAILED_AUTHENTICATIONS_PER_MINUTE: '1000' },
  });
  const ask = async () => (await editor.graphql('{ me { corpUser { urn } } }')).status;
  t.equal(await ask(), 200, 'the token works first');
  await services.flush();
  await db.prisma.user.update({ where: { urn: editor.urn }, data: { state: 'SUSPENDED' } });
  const before = argon2Runs();
  const { statements } = await countStatements(async () => {
    for (let i = 0; i < 3; i += 1) t.equal(await ask(), 401);
  });
  t.equal(statements, 3, 'the look-up of the token');
  t.equal(argon2Runs(), before);
});
