import t from 'tap';
import { aspect, call, done, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
let made = 0;

/** Creates a tag with these properties. */
async function tag(properties: object = {}): Promise<string> {
  const urn = tagUrn(`managed_${made++}`);
  await catalog.put(
    aspect(urn, 'tagProperties', { name: 'Old', description: 'old', colorHex: '#112233', ...properties }),
  );
  return urn;
}

/** A tag that is only known by its URN. */
async function mention(): Promise<string> {
  const urn = tagUrn(`mentioned_${made++}`);
  await catalog.put(aspect(await catalog.dataset(), 'globalTags', { tags: [{ tag: urn }] }));
  return urn;
}

const view = async (urn: string) =>
  (
    await catalog.read(
      'query ($urn: String!) { tag(urn: $urn) { name properties { name description colorHex } } }',
      { urn },
    )
  ).tag;
const update = (urn: string, input: object) => call(editor, 'updateTag', { urn, input: { urn, ...input } });
const paint = (urn: string, colorHex: string) => call(editor, 'setTagColor', { urn, colorHex });

t.test('updateTag writes name and description, keeps the colour, and returns the tag', async (t) => {
  const urn = await tag();
  const properties = { name: 'New', description: 'new', colorHex: '#112233' };
  t.strictSame(await update(urn, { name: 'New', description: 'new' }), {
    status: 200,
    value: { urn, name: 'New', properties },
  });
  t.strictSame(await view(urn), { name: 'New', properties });
});

t.test('updateTag keeps an absent description and clears a null one', async (t) => {
  const urn = await tag();
  await update(urn, { name: 'New' });
  t.equal((await view(urn)).properties.description, 'old');
  await update(urn, { name: 'New', description: null });
  t.equal((await view(urn)).properties.description, null);
});

t.test('a changed tag has its new name wherever it is attached', async (t) => {
  const urn = await tag();
  const resourceUrn = await catalog.dataset();
  await call(editor, 'addTags', { input: { tagUrns: [urn], resourceUrn } });
  await update(urn, { name: 'Everywhere' });
  await paint(urn, '#abcdef');
  const { dataset } = await catalog.read(
    'query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { name properties { colorHex } } } } } }',
    { urn: resourceUrn },
  );
  t.strictSame(dataset.tags.tags, [{ tag: { name: 'Everywhere', properties: { colorHex: '#abcdef' } } }]);
});

t.test('setTagColor stores the colour unchanged, and changes nothing else', async (t) => {
  const urn = await tag();
  for (const colorHex of ['#AbCdEf', '#000000']) {
    t.strictSame(await paint(urn, colorHex), done);
    t.strictSame(await view(urn), { name: 'Old', properties: { name: 'Old', description: 'old', colorHex } });
  }
});

t.test('updateTag and setTagColor give properties to a tag that is only known by its URN', async (t) => {
  const [painted, named] = [await mention(), await mention()];
  t.equal((await view(painted)).properties, null);
  await paint(painted, '#000000');
  const name = painted.slice('urn:li:tag:'.length);
  t.strictSame(await view(painted), { name, properties: { name, description: null, colorHex: '#000000' } });
  await update(named, { name: 'Named' });
  t.strictSame(await view(named), {
    name: 'Named',
    properties: { name: 'Named', description: null, colorHex: null },
  });
});

t.test('BAD_REQUEST: a colour that is not #RRGGBB', async (t) => {
  const urn = await tag();
  t.match(await paint(urn, '#fff'), refused('BAD_REQUEST', /colorHex is "#fff"; expected #RRGGBB/));
  t.equal((await view(urn)).properties.colorHex, '#112233');
});

t.test('BAD_REQUEST: urn and input.urn that disagree, even when both tags exist', async (t) => {
  const [one, other] = [await tag(), await tag()];
  const outcome = await call(editor, 'updateTag', { urn: one, input: { urn: other, name: 'New' } });
  t.match(outcome, refused('BAD_REQUEST', /must agree/));
  t.ok(outcome.error?.message.includes(one) && outcome.error.message.includes(other), 'names both');
  for (const urn of [one, other]) t.equal((await view(urn)).name, 'Old');
});

t.test('BAD_REQUEST: an invalid name or description, or a URN of another type', async (t) => {
  const urn = await tag();
  for (const input of [{ name: '' }, { name: 'n', description: 'x'.repeat(10_001) }])
    t.match(await update(urn, input), refused('BAD_REQUEST'));
  t.strictSame((await view(urn)).name, 'Old');
  for (const wrong of ['', 'Legacy', 'urn:li:tag:', 'urn:li:corpuser:ann', 'urn:li:tag:a ']) {
    const message = /urn .*expected urn:li:tag:<tag id>/;
    t.match(await update(wrong, { name: 'n' }), refused('BAD_REQUEST', message), wrong);
    t.match(await paint(wrong, '#000000'), refused('BAD_REQUEST', message), wrong);
    t.match(await call(editor, 'deleteTag', { urn: wrong }), refused('BAD_REQUEST', message), wrong);
  }
});

t.test('NOT_FOUND: a tag that does not exist; the message names it, and it is not created', async (t) => {
  const urn = tagUrn('absent');
  const missing = refused('NOT_FOUND', 'There is no tag "urn:li:tag:absent"');
  t.match(await update(urn, { name: 'n' }), missing);
  t.match(await paint(urn, '#000000'), missing);
  t.match(await call(editor, 'deleteTag', { urn }), missing);
  t.equal(await view(urn), null);
});

t.test('concurrent changes of name and colour both take effect', async (t) => {
  const urn = await tag({ colorHex: null });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? paint(urn, `#0000${10 + index}`)
        : update(urn, { name: `n${index}`, description: `d${index}` }),
    ),
  );
  for (const { status, error } of outcomes) t.match({ status, error }, { status: 200, error: undefined });
  const { properties } = await view(urn);
  t.match(properties.name, /^n\d+$/);
  t.equal(
    properties.description,
    properties.name.replace('n', 'd'),
    'a name and its description are of one update',
  );
  t.match(properties.colorHex, /^#0000[12]\d$/);
});
