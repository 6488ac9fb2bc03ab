import t from 'tap';
import { actorCatalog } from '../support/actors.js';
import { argon2Runs } from '../support/argon2-runs.js';
import { countStatementsOfProcess } from '../support/statements.js';
import { unknownText, withOtherSecret } from '../support/token-texts.js';
import { guarantee } from './guarantee.js';
import { databases } from './support/databases.js';

const urls = ['/api/graphql', '/operations?action=getIndexSizes'];

// The time of a response can only reveal its work, so the work is counted instead of the time.

for (const [database, open] of databases) {
  t.test(`every rejection of a kind takes the same work on ${database}`, async (t) => {
    const all = await actorCatalog(t, { open });
    const { app, services, ann, bob, expired, revoked, suspended } = all;

    async function counted(url: string, text: string, query = '{ __typename }') {
      const argon2 = argon2Runs();
      const headers = { authorization: `Bearer ${text}` };
      const { statements, result } = await countStatementsOfProcess(() =>
        app.inject({ method: 'POST', url, headers, payload: { query } }),
      );
      const { date, 'x-request-id': id, ...same } = result.headers;
      const work = { statements, argon2: argon2Runs() - argon2 };
      return { work, answer: { status: result.statusCode, headers: same, body: result.body } };
    }
    // After this, the policies are compiled and the token's last use is written.
    await counted('/api/graphql', bob.token);
    await services.flush();

    const [malformed, looked, checked] = [
      { statements: 0, argon2: 0 },
      { statements: 1, argon2: 0 },
      { statements: 1, argon2: 1 },
    ];
    const kinds: Readonly<Record<string, readonly [() => string, object]>> = {
      'no token’s text': [() => 'junk', malformed],
      'a wrong checksum': [
        () => `${ann.token.slice(0, -1)}${ann.token.endsWith('A') ? 'B' : 'A'}`,
        malformed,
      ],
      'an unknown id': [unknownText, looked],
      'a revoked token': [() => revoked.token, looked],
      'a revoked token’s id with a wrong secret': [() => withOtherSecret(revoked.token), looked],
      'an expired token': [() => expired.token, looked],
      'an expired token’s id with a wrong secret': [() => withOtherSecret(expired.token), looked],
      'a suspended user’s token': [() => suspended.token, looked],
      'a suspended user’s id with a wrong secret': [() => withOtherSecret(suspended.token), looked],
      'a live id with a wrong secret': [() => withOtherSecret(ann.token), checked],
      'the id of a token in use with a wrong secret': [() => withOtherSecret(bob.token), checked],
    };
    const answers = new Set<string>();
    for (const url of urls) {
      for (const [name, [text, work]] of Object.entries(kinds)) {
        const same = text();
        for (let i = 0; i < 3; i += 1) {
          const found = await counted(url, i === 0 ? text() : same);
          t.strictSame(found.work, work, `${name}: the same work each time`);
          answers.add(JSON.stringify(found.answer));
        }
      }
    }
    t.equal(answers.size, urls.length, 'one response per URL, including headers');
    guarantee(
      t,
      `rejected credentials get one response; only a live id with a wrong secret takes an argon2 run (${database})`,
      {
        kinds: Object.keys(kinds).length,
        'responses per URL': answers.size / urls.length,
        statements: '0 when malformed, else 1',
      },
    );

    const revoke = (id: string) => `mutation { revokeAccessToken(tokenId: "${id}") }`;
    const metadata = (text: string) => `{ getAccessTokenMetadata(token: "${text}") { id } }`;
    const toId = (text: string) => text.split('_')[1]!;
    const ask = (query: string) => counted('/api/graphql', bob.token, query);
    for (const [probe, known, unknown] of [
      ['an id', revoke(toId(ann.token)), revoke(toId(unknownText()))],
      ['a text', metadata(ann.token), metadata(unknownText())],
      ['an id with another secret', metadata(withOtherSecret(ann.token)), metadata(unknownText())],
    ] as const) {
      await ask(known);
      const [one, other] = [await ask(known), await ask(unknown)];
      t.strictSame(one, other, `a question about ${probe} of another user reveals nothing`);
      t.match(one.answer.body, 'UNAUTHORIZED');
    }
    guarantee(t, `tokens of others cannot be probed through the API (${database})`, { probes: 3 });
  });
}
