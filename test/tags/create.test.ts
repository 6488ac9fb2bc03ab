import t from 'tap';
import { aspect, call, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const create = (input: object, caller: Parameters<typeof call>[0] = editor) =>
  call(caller, 'createTag', { input });
const view = async (urn: string) =>
  (
    await catalog.read(
      'query ($urn: String!) { tag(urn: $urn) { urn type name properties { name description colorHex } } }',
      { urn },
    )
  ).tag;

t.test('createTag returns the URN, and the tag reads back as it was sent, without a colour', async (t) => {
  const input = { name: 'Personal data', id: 'pii', description: 'Names, addresses …' };
  t.strictSame(await create(input), { status: 200, value: 'urn:li:tag:pii' });
  t.strictSame(await view('urn:li:tag:pii'), {
    urn: 'urn:li:tag:pii',
    type: 'TAG',
    name: 'Personal data',
    properties: { name: 'Personal data', description: 'Names, addresses …', colorHex: null },
  });
});

t.test('a tag without an id, or with null as its id, gets a UUID', async (t) => {
  const first = await create({ name: 'same' });
  const second = await create({ name: 'same', id: null, description: null });
  for (const { value } of [first, second])
    t.match(value, /^urn:li:tag:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  t.not(first.value, second.value);
  t.strictSame((await view(second.value)).properties, { name: 'same', description: null, colorHex: null });
});

t.test('CONFLICT: an id that exists; the existing tag does not change', async (t) => {
  await create({ name: 'First', id: 'taken', description: 'first' });
  t.match(
    await create({ name: 'Second', id: 'taken' }),
    refused('CONFLICT', /"urn:li:tag:taken" already exists/),
  );
  t.match(await view(tagUrn('taken')), { name: 'First', properties: { description: 'first' } });
});

t.test('CONFLICT: an id that is only known by its URN', async (t) => {
  await catalog.put(aspect(await catalog.dataset(), 'globalTags', { tags: [{ tag: tagUrn('mentioned') }] }));
  t.match(await create({ name: 'Mentioned', id: 'mentioned' }), refused('CONFLICT'));
  t.equal((await view(tagUrn('mentioned'))).properties, null);
});

t.test('of many concurrent requests to create one id, exactly one succeeds', async (t) => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) => create({ name: `n${i}`, id: 'race' })),
  );
  const won = outcomes.filter(({ value }) => value === tagUrn('race'));
  t.equal(won.length, 1);
  t.equal(outcomes.filter(({ error }) => error?.type === 'CONFLICT').length, 19);
  t.equal((await view(tagUrn('race'))).name, `n${outcomes.indexOf(won[0]!)}`);
});

t.test('BAD_REQUEST: an invalid name, id or description; the message quotes it', async (t) => {
  const id = 'never_made';
  const cases: [string, object, RegExp][] = [
    ['no name', { id, name: '' }, /name is ""; expected 1 to 255 characters/],
    ['a description with NUL', { id, name: 'n', description: 'a\0' }, /description is "a\\u0000"/],
    ['an id with a comma', { name: 'n', id: 'a,b' }, /"urn:li:tag:a,b" has the wrong form/],
    [
      'a whole URN',
      { name: 'n', id: tagUrn(id) },
      /id is "urn:li:tag:never_made"; expected only the last part/,
    ],
  ];
  for (const [what, input, message] of cases)
    t.match(await create(input), refused('BAD_REQUEST', message), what);
  t.equal(await view(tagUrn(id)), null);
});

t.test('names and ids at their limits are stored unchanged', async (t) => {
  for (const [id, name] of [
    ['x'.repeat(501), 'x'.repeat(255)],
    ['größe', '🙂'.repeat(255)],
    ['a%2Cb', ' PII '],
    ['Legacy:PII', 'a'],
  ] as const) {
    t.strictSame(await create({ id, name }), { status: 200, value: tagUrn(id) });
    t.equal((await view(tagUrn(id))).name, name);
  }
});
