import { randomBytes } from 'node:crypto';
import t from 'tap';
import { newTokenText } from '../../../src/access-tokens/token-format.js';
import { testCatalog } from '../../support/catalog.js';
import {
  createToken,
  forbidden,
  forOthers,
  listTokens,
  notFound,
  readError,
  readSecret,
  revokeToken,
  toId,
  tokenMetadata,
} from './api.js';

const operation = 'getAccessTokenMetadata';

t.test('getAccessTokenMetadata', async (t) => {
  const { db, user } = await testCatalog(t);
  const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
  const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const bob = await user('bob', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
  const guest = await user('guest');
  const newText = async (creator = ann, actor = creator) =>
    (await createToken(creator, { actorUrn: actor.urn, description: 'why' })).body.data.createAccessToken
      .accessToken as string;

  t.test('200: the record, as the list shows it, and nothing of the text', async (t) => {
    const text = await newText();
    const answer = await tokenMetadata(ann, text);
    const list = await listTokens(boss, { filters: [{ field: 'id', value: toId(text) }] });
    t.strictSame(answer.body, {
      data: { getAccessTokenMetadata: list.body.data.listAccessTokens.tokens[0] },
      extensions: {},
    });
    t.match(answer.body.data.getAccessTokenMetadata, {
      actorUrn: ann.urn,
      ownerUrn: ann.urn,
      description: 'why',
    });
    t.notMatch(JSON.stringify(answer.body), readSecret(text));
  });

  t.test('200: for its actor, when another user has created it', async (t) => {
    const { body } = await tokenMetadata(ann, await newText(boss, ann));
    t.match(body.data.getAccessTokenMetadata, { actorUrn: ann.urn, ownerUrn: boss.urn });
  });

  t.test('200: for a manager, any user’s token', async (t) => {
    const { body } = await tokenMetadata(boss, bob.token);
    t.match(body.data.getAccessTokenMetadata, { id: toId(bob.token), actorUrn: bob.urn });
  });

  /** A text whose record has the hash of another text. */
  async function forged() {
    const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
    const record = await db.prisma.accessToken.findUniqueOrThrow({ where: { id: toId(bob.token) } });
    await db.prisma.storedAccessToken.create({ data: { ...record, id } });
    return text;
  }

  const revoked = await newText(bob);
  await revokeToken(bob, toId(revoked));
  const nothing: Record<string, string> = {
    'a text that nobody was given': newTokenText(randomBytes(12), randomBytes(20)).text,
    'a revoked token': revoked,
    'another secret for a known id': await forged(),
    'a wrong checksum': `${bob.token.slice(0, -1)}${bob.token.endsWith('A') ? 'B' : 'A'}`,
    'the id alone': toId(bob.token),
    'an empty text': '',
    NUL: '\0',
    'a text without end': 'mcs_'.repeat(10_000),
  };
  for (const [name, text] of Object.entries(nothing)) {
    t.test(`NOT_FOUND for a manager, the ordinary refusal for others: ${name}`, async (t) => {
      t.strictSame(
        readError(await tokenMetadata(boss, text)),
        notFound(operation, 'There is no such access token'),
      );
      t.strictSame(readError(await tokenMetadata(ann, text)), forbidden(operation, forOthers));
    });
  }

  t.test('UNAUTHORIZED: the same bytes for another user’s token and for an unknown one', async (t) => {
    const another = await tokenMetadata(ann, bob.token);
    t.strictSame(readError(another), forbidden(operation, forOthers));
    t.strictSame((await tokenMetadata(ann, nothing['an empty text']!)).body, another.body);
    t.strictSame((await tokenMetadata(ann, revoked)).body, another.body);
  });

  t.test('UNAUTHORIZED: without a privilege, also for the caller’s own tokens', async (t) => {
    t.strictSame(readError(await tokenMetadata(guest, guest.token)), forbidden(operation, forOthers));
  });

  t.test('400: no token', async (t) => {
    const answer = await boss.graphql('{ getAccessTokenMetadata { id } }');
    t.match(readError(answer), { status: 400, classification: 'ValidationError', message: '"token"' });
  });
});
