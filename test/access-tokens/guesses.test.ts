import t from 'tap';
import { createVerifier, guessedHasher } from '../../src/access-tokens/verifier.js';
import { unknownText, withOtherSecret } from '../support/token-texts.js';

/** A queue that does nothing until it is told to. The hash of a text is the text. */
function slowHasher() {
  const waiting: (() => void)[] = [];
  return {
    waiting,
    hasher: {
      hash: async (text: string) => text,
      verify: (hash: string, text: string) =>
        new Promise<boolean>((resolve) => waiting.push(() => resolve(hash === text))),
      queue: () => ({ active: 0, waiting: waiting.length }),
    },
    answerAll() {
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

function open() {
  const [shared, apart] = [slowHasher(), slowHasher()];
  const verifier = createVerifier(guessedHasher(shared.hasher, apart.hasher), Buffer.alloc(32));
  return { shared, apart, verifier };
}

t.test('beyond three wrong or unchecked texts, those of one token wait apart', async (t) => {
  const { shared, apart, verifier } = open();
  const [good, other] = [unknownText(), unknownText()];
  const guess = () => verifier.matches(withOtherSecret(good), good);
  const guesses = Array.from({ length: 600 }, guess);
  t.equal(shared.waiting.length, 3);
  t.equal(apart.waiting.length, 597);
  t.ok(verifier.isGuessed(good));
  t.notOk(verifier.isGuessed(other));

  const unseen = verifier.matches(other, other);
  t.equal(shared.waiting.length, 4, 'an unseen token of another user waits for three checks at most');
  shared.answerAll();
  t.ok(await unseen);
  const holder = verifier.matches(good, good);
  apart.answerAll();
  t.strictSame([...new Set(await Promise.all(guesses))], [false]);
  t.ok(await holder, 'its holder waits, and is not refused');
  const later = guess();
  t.equal(apart.waiting.length, 1, 'wrong texts count after their check too');
  apart.answerAll();
  t.notOk(await later);
  t.ok(await verifier.matches(good, good), 'a text that was verified waits for nothing');
});

t.test('one text that many requests have is one text', async (t) => {
  const { shared, apart, verifier } = open();
  const good = unknownText();
  const checks = Array.from({ length: 50 }, () => verifier.matches(good, good));
  t.equal(shared.waiting.length, 1);
  t.equal(apart.waiting.length, 0);
  shared.answerAll();
  t.strictSame([...new Set(await Promise.all(checks))], [true]);
  t.notOk(verifier.isGuessed(good), 'right texts do not count');
});

t.test('at most 1,000 texts wait apart', async (t) => {
  const { shared, apart, verifier } = open();
  const good = unknownText();
  const guesses = Array.from({ length: 1_010 }, () =>
    Promise.resolve(verifier.matches(withOtherSecret(good), good)).catch(({ type }) => type),
  );
  t.equal(apart.waiting.length, 1_000);
  shared.answerAll();
  apart.answerAll();
  const answers = await Promise.all(guesses);
  t.equal(answers.filter((answer) => answer === 'SERVICE_UNAVAILABLE').length, 7);
});
