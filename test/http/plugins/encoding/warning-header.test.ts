import Fastify from 'fastify';
import t from 'tap';
import { readWarnings } from '../../../../src/client/warnings.js';
import type { Actor } from '../../../../src/core/actor.js';
import { warn } from '../../../../src/core/warn.js';
import { warningHeader } from '../../../../src/http/plugins/encoding/warning-header.js';

/** Answers a request that warns of texts. @returns the headers, and what the clients read in them */
async function answer(texts: readonly string[], { status = 200, endsSoon = null as number | null } = {}) {
  const app = Fastify();
  app.decorateRequest('actor', null as unknown as Actor);
  await app.register(warningHeader);
  app.get('/', (request, reply) => {
    const can = () => true;
    const token = { id: 'x', scopes: null, userCan: can, endsSoon, includes: () => true };
    request.actor = { urn: 'urn:li:corpuser:ann', can, token };
    for (const text of texts) warn(request.actor, text);
    return reply.code(status).send({});
  });
  app.get('/nobody', async () => ({}));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { headers } = await fetch(url);
    const { headers: raw } = await app.inject('/');
    t.equal((await app.inject('/nobody')).headers.warning, undefined);
    return { sent: [raw.warning ?? []].flat() as string[], read: readWarnings(headers) };
  } finally {
    await app.close();
  }
}

t.test('clients read the texts in their order, each of them once', async (t) => {
  const texts = [
    'a "quoted" one, 299 - "x"',
    'back\\slash\\',
    'Zürich → 東京 🎉',
    'urn:li:dataset:(a%2Cb,%20)',
  ];
  const { sent, read } = await answer([...texts, texts[0]!]);
  t.strictSame(read, texts);
  for (const header of sent) t.match(header, /^299 - "(?:[ !#-[\]-~]|\\["\\])*"$/);
});

t.test('without anything to warn of, and in a refusal, there is no header', async (t) => {
  t.strictSame((await answer([])).sent, []);
  t.strictSame((await answer(['a'], { status: 400, endsSoon: 1 })).sent, []);
});

t.test('no text can end its header or add another one, and none shows a token', async (t) => {
  const { sent, read } = await answer([
    'a\r\nx-evil: 1\u0000\u2028b',
    `lone \ud800`,
    'the text mcs_01234567890123456_abc',
  ]);
  t.strictSame(sent, [
    '299 - "a%0D%0Ax-evil: 1%00%E2%80%A8b"',
    '299 - "lone ?"',
    '299 - "the text mcs_%E2%80%A6"',
  ]);
  t.equal(read.length, 3);
});

t.test('all headers together have at most 2,000 characters', async (t) => {
  for (const character of ['x', '"', '→', '🎉', '\\']) {
    for (const lengths of [
      [5_000],
      [10, 5_000],
      [1_880, 10],
      [900, 900, 900],
      Array(20).fill(150),
      [1_890, 1],
    ]) {
      const texts = lengths.map((length, index) => `${index}${character.repeat(length / character.length)}`);
      const { sent, read } = await answer(texts, { endsSoon: Date.UTC(2026, 0, 1) });
      const about = `${JSON.stringify(character)} ${lengths.slice(0, 3)}`;
      t.ok(sent.join(', ').length <= 2_000, about);
      t.equal(sent.length, read.length, about);
      const [first, ...others] = read;
      t.match(first, /^The access token x ends at 2026-01-01T00:00:00\.000Z; use its replacement/);
      const last = others.pop() ?? '';
      t.strictSame(others, texts.slice(0, others.length), about);
      const whole = texts[others.length]!;
      t.ok(last === whole || (last.endsWith('...') && whole.startsWith(last.slice(0, -3))), about);
    }
  }
});
