import fc from 'fast-check';
import t from 'tap';
import { readItems } from '../../../src/cli/ingest/items.js';
import { decodeTexts } from '../../../src/files/text-file.js';

/** Yields the text from pieces of `size` bytes, which may split a character. */
function pieces(text: string | Uint8Array, size: number) {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return decodeTexts(chunks(), 'The input');
}

async function read(text: string | Uint8Array, size = 7) {
  const items: [string, unknown][] = [];
  for await (const { location, text: json } of readItems(pieces(text, size))) {
    try {
      items.push([location, JSON.parse(json)]);
    } catch {
      items.push([location, 'not JSON']);
    }
  }
  return items;
}
const values = async (text: string, size?: number) => (await read(text, size)).map(([, value]) => value);

t.test('lines are items, without blank ones, with or without a final line break', async (t) => {
  const expected = [
    ['record 1 (line 1)', { a: 1 }],
    ['record 2 (line 3)', { é: '€😀' }],
    ['record 3 (line 4)', { c: [] }],
  ];
  for (const text of ['{"a":1}\n\n{"é":"€😀"}\r\n{"c":[]}', '\ufeff{"a":1}\n  \n{"é":"€😀"}\n{"c":[]}\n']) {
    for (let size = 1; size < 9; size += 1) t.same(await read(text, size), expected);
  }
});

t.test('a broken line does not affect the others', async (t) => {
  t.same(await values('{"a":\n"b"}\n{"c":3}\nfoo\n{"d":4}'), [
    'not JSON',
    'not JSON',
    { c: 3 },
    'not JSON',
    { d: 4 },
  ]);
});

t.test('elements of an array are items', async (t) => {
  const text = `[\n${JSON.stringify({ a: '],{"\\', b: [[1], { c: 2 }] }, null, 4)},\n{\n}\n]\n`;
  t.same(await read(text), [
    ['record 1 (line 2)', { a: '],{"\\', b: [[1], { c: 2 }] }],
    ['record 2 (line 13)', {}],
  ]);
  t.same(await values('[]'), []);
  t.same(await values(' [ 1 , "a" , null ] '), [1, 'a', null]);
});

t.test('a broken element does not affect the others', async (t) => {
  t.same(await values('[{"a":1},{"b" 2},{"c":"no quote,\n"x":1},{"d":4}]'), [
    { a: 1 },
    'not JSON',
    'not JSON',
    { d: 4 },
  ]);
  t.same(await values('[{"a":1}] junk'), [{ a: 1 }, 'not JSON']);
});

t.test('an element without a comma before it says so', async (t) => {
  const problems: (string | undefined)[] = [];
  for await (const { problem } of readItems(pieces('[{"a":"},{"} {"b":[1]},\n{"c":1}[2] 3 , 4]', 3)))
    problems.push(problem);
  const missing = 'has no comma before it';
  t.same(problems, [undefined, missing, undefined, missing, missing, undefined]);
});

t.test('a truncated array yields its complete items, then the error', async (t) => {
  const items: string[] = [];
  const reading = async () => {
    for await (const { text } of readItems(pieces('[{"a":1},{"b":', 3))) items.push(text);
  };
  await t.rejects(reading(), { name: 'CommandFailed', message: /ends within brackets/ });
  t.same(items, ['{"a":1}', '{"b":']);
});

t.test('documents over several lines are items', async (t) => {
  t.same(await read('{\n "a": 1\n}\n{\n "b": {}\n}'), [
    ['record 1 (line 1)', { a: 1 }],
    ['record 2 (line 4)', { b: {} }],
  ]);
});

t.test('an empty input has no items', async (t) => {
  t.same(await read(''), []);
  t.same(await read(' \n '), []);
});

t.test('UTF-16 with a byte order mark is read', async (t) => {
  const bytes = Buffer.from('\uFEFF{"a":1}\r\n{"é":"€😀"}\r\n', 'utf16le');
  for (const size of [1, 3, 100])
    t.same(
      (await read(bytes, size)).map(([, value]) => value),
      [{ a: 1 }, { é: '€😀' }],
    );
});

t.test('any values in any pieces are read', async (t) => {
  const items = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      items,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 3),
      async (items, size, indent) => {
        t.same(await values(JSON.stringify(items, null, indent), size), JSON.parse(JSON.stringify(items)));
        if (indent > 0) return;
        const text = items.map((item) => JSON.stringify(item)).join('\n');
        t.same(await values(text, size), JSON.parse(JSON.stringify(items)));
      },
    ),
    { numRuns: 200 },
  );
});
