import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { badRequest, createToken, forbidden, forOthers, notFound, readError } from './api.js';

const operation = 'createAccessToken';
const expected = 'expected urn:li:corpuser:<user id>';

const { db, user } = await testCatalog(t);
const ann = await user('ann', ['GENERATE_PERSONAL_ACCESS_TOKENS']);
const boss = await user('boss', ['MANAGE_ACCESS_TOKENS']);
const count = () => db.prisma.accessToken.count();
const before = await count();

const inputs: Record<string, [input: object, message: string]> = {
  'an empty name': [{ name: '' }, 'name is ""; expected 1 to 255 characters'],
  'a blank name': [{ name: ' \u2003 ' }, 'name is " \\u{2003} "; expected 1 to 255 characters'],
  'a name of 256 characters': [{ name: 'x'.repeat(256) }, 'expected 1 to 255 characters'],
  'a name of two lines': [{ name: 'a\nb' }, 'name is "a\\nb"; expected'],
  'a name with NUL': [{ name: 'a\0b' }, 'name is "a\\u0000b"; expected'],
  'a description with NUL': [{ description: 'a\0b' }, 'description is "a\\u0000b"; expected'],
  'a description without end': [{ description: 'x'.repeat(10_001) }, 'expected at most 10000 characters'],
  'an actor that is no URN': [{ actorUrn: 'ann' }, expected],
  'an actor that is a tag': [{ actorUrn: 'urn:li:tag:ann' }, expected],
  'an actor without an id': [{ actorUrn: 'urn:li:corpuser:' }, expected],
  'an actor with white space': [{ actorUrn: `${ann.urn} ` }, expected],
  'an actor with NUL': [{ actorUrn: `${ann.urn}\0` }, expected],
  'an actor of 513 bytes': [{ actorUrn: `urn:li:corpuser:${'x'.repeat(497)}` }, 'longer than 512 bytes'],
  'NO_EXPIRY, which nobody allowed': [{ duration: 'NO_EXPIRY' }, 'ACCESS_TOKEN_ALLOW_NO_EXPIRY'],
};
for (const [name, [input, message]] of Object.entries(inputs)) {
  t.test(`BAD_REQUEST: ${name}, said in the message`, async (t) => {
    const answer = await createToken(ann, { actorUrn: ann.urn, ...input });
    t.match(readError(answer), badRequest(operation, message));
    t.strictSame(answer.body.data, { createAccessToken: null });
  });
}

t.test('UNAUTHORIZED: an id that differs only in case is another user', async (t) => {
  t.strictSame(
    readError(await createToken(ann, { actorUrn: 'urn:li:corpuser:Ann' })),
    forbidden(operation, forOthers),
  );
});

t.test('NOT_FOUND: an unknown actor, for a manager', async (t) => {
  const answer = await createToken(boss, { actorUrn: 'urn:li:corpuser:nobody' });
  t.strictSame(
    readError(answer),
    notFound(operation, 'actorUrn "urn:li:corpuser:nobody" is not a known user'),
  );
});

t.test('nothing was written by any of them', async (t) => t.equal(await count(), before));

t.test('an actor who could not use the token', async (t) => {
  const gone = await user('gone');
  const before = await count();
  await db.prisma.user.update({ where: { urn: gone.urn }, data: { state: 'REMOVED' } });
  t.match(
    readError(await createToken(boss, { actorUrn: gone.urn })),
    notFound(operation, 'is not a known user'),
    'NOT_FOUND: a removed user',
  );
  await db.prisma.user.update({ where: { urn: gone.urn }, data: { state: 'SUSPENDED' } });
  t.match(
    readError(await createToken(boss, { actorUrn: gone.urn })),
    badRequest(operation, 'is suspended'),
    'BAD_REQUEST: a suspended one',
  );
  t.equal(await count(), before);
});
