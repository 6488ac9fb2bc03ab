import t from 'tap';
import { createToken, tokenMetadata } from '../access-tokens/api.js';
import { type Caller, testCatalog } from '../support/catalog.js';

t.test('requests that issue or describe tokens do not delay authentication', async (t) => {
  const catalog = await testCatalog(t);
  const manager = await catalog.user('manager', ['MANAGE_ACCESS_TOKENS']);
  await createToken(manager, { actorUrn: manager.urn });
  const others = await Promise.all(Array.from({ length: 40 }, (_, i) => catalog.user(`u${i}`)));

  const floods: [name: string, one: (other: Caller) => Promise<unknown>, newcomer: Caller][] = [
    ['making', () => createToken(manager, { actorUrn: manager.urn }), await catalog.user('first')],
    ['asking', ({ token }) => tokenMetadata(manager, token), await catalog.user('second')],
  ];
  for (const [name, one, newcomer] of floods) {
    let answered = 0;
    const flood = others.map(async (other) => {
      await one(other);
      answered += 1;
    });
    // The other requests are waiting for argon2 now.
    while (answered === 0) await new Promise(setImmediate);
    const before = answered;
    t.match(await newcomer.graphql('{ __typename }'), { status: 200 });
    t.ok(
      answered - before < others.length / 2,
      `${name}: ${answered - before} of 40 were answered meanwhile`,
    );
    await Promise.all(flood);
  }
});
