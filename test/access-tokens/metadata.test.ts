import { randomBytes } from 'node:crypto';
import t from 'tap';
import { newTokenText } from '../../src/access-tokens/token-format.js';
import {
  forbidden,
  forOthers,
  listTokens,
  notFound,
  readError,
  readSecret,
  revokeToken,
  toId,
  tokenCatalog,
  tokenMetadata,
} from './api.js';

const operation = 'getAccessTokenMetadata';

const { db, boss, ann, newUser, newToken } = await tokenCatalog(t);
const bob = await newUser('bob');

t.test('200: the record, as the list shows it, and nothing of the text', async (t) => {
  const text = await newToken(ann, { description: 'why' });
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
  const { body } = await tokenMetadata(ann, await newToken(boss, { actorUrn: ann.urn }));
  t.match(body.data.getAccessTokenMetadata, { actorUrn: ann.urn, ownerUrn: boss.urn });
});

/** A text whose record has the hash of another text. */
async function forged() {
  const { id, text } = newTokenText(randomBytes(12), randomBytes(20));
  const record = await db.prisma.accessToken.findUniqueOrThrow({
    where: { id: toId(bob.token) },
    omit: { sortName: true },
  });
  await db.prisma.storedAccessToken.create({ data: { ...record, id } });
  return text;
}

const revoked = await newToken(bob);
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
