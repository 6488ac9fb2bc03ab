import t, { type Test } from 'tap';
import {
  add,
  batchUrl,
  deletion,
  ingestUrl,
  keyed,
  patchProposal,
  proposal,
  remove,
  us,
} from '../support/aspects.js';
import { call, column, done, tagUrn } from '../support/metadata.js';
import { entitiesUrl, entity } from '../support/openapi.js';
import { deleteReferences } from '../support/references.js';
import { sourcesCatalog } from '../support/tag-sources.js';
import { clearDeletedTags } from '../support/tagged-entities.js';

// Ingestion that keeps edited tags: what people have added stays, and what they have removed stays removed.

const catalog = await sourcesCatalog(t);
const { writer, db, put, readAspect, fresh, test, sendKeeping, ingestKeeping } = catalog;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(tagUrn) as [string, string, string, string];
await put(...[a, b, c].map((tag) => proposal(tag, 'tagProperties', { name: tag })));

/** An entity and a column: how to write, read and name each. */
const kinds = {
  'an entity': {
    aspect: 'globalTags',
    at: '',
    keys: 'tags',
    value: (tags: object[]) => ({ tags }),
    place: {},
  },
  'a column': {
    aspect: 'editableSchemaMetadata',
    at: '/editableSchemaFieldInfo/x/globalTags',
    keys: `editableSchemaFieldInfo${us}globalTags${us}tags`,
    value: (tags: object[]) => ({ editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: { tags } }] }),
    place: column('x'),
  },
};

/** The functions of a kind. */
function onKind({ aspect, at, keys, value, place }: (typeof kinds)[keyof typeof kinds]) {
  const whole = (urn: string, ...tags: string[]) =>
    proposal(urn, aspect, value(tags.map((tag) => ({ tag }))));
  const run = (urn: string, ...tags: string[]) => ingestKeeping('true', whole(urn, ...tags));
  const patch = (urn: string, ...operations: object[]) => patchProposal(urn, aspect, operations);
  const edit = async (name: 'addTag' | 'removeTag', resourceUrn: string, tagUrn: string) => {
    const { value } = await call(writer, name, { input: { tagUrn, resourceUrn, ...place } });
    if (value !== true) throw new Error(`${name} of ${tagUrn}`);
  };
  async function ids(urn: string): Promise<string> {
    const { tags, editableSchemaFieldInfo } = (await readAspect(urn, aspect)) ?? { tags: [] };
    const found = editableSchemaFieldInfo?.find((one: { fieldPath: string }) => one.fieldPath === 'x');
    return (tags ?? found?.globalTags?.tags ?? [])
      .map(({ tag }: { tag: string }) => tag.split(':')[3])
      .join('');
  }
  /** A dataset with the tags `a` and `b`, from which a person has removed `a`. */
  async function removed(): Promise<string> {
    const urn = await fresh();
    await put(whole(urn, a, b));
    await edit('removeTag', urn, a);
    return urn;
  }
  /** Whether the next run gives `a` in vain. */
  async function isRemembered(urn: string): Promise<boolean> {
    const { leftOut } = await run(urn, a, b);
    const isThere = (await ids(urn)).includes('a');
    if (isThere === (leftOut === 1)) throw new Error(`left out: ${leftOut}, is there: ${isThere}`);
    return !isThere;
  }
  return { aspect, at, keys, value, place, whole, run, patch, edit, ids, removed, isRemembered };
}

/** Ingests proposals together, and compares the number of the edited tags that are kept. */
const keep = async (t: Test, kept: number, ...proposals: object[]) =>
  t.strictSame(await ingestKeeping('true', ...proposals), { kept, leftOut: 0 });

const memory = () =>
  db.query('SELECT resource_urn, tag_urn, field_path FROM removed_associations ORDER BY 1, 2, 3');

const ofKinds = Object.entries(kinds).map(([what, kind]) => [what, onKind(kind)] as const);

test('a tag that a person removed does not come back with the next run', async (t) => {
  for (const [what, { run, edit, ids, removed }] of ofKinds) {
    const urn = await removed();
    for (const _ of [1, 2]) {
      t.strictSame(await run(urn, a, b), { kept: 0, leftOut: 1 }, what);
      t.equal(await ids(urn), 'b', what);
    }
    await edit('removeTag', urn, b);
    t.strictSame(await run(urn, b, a, b, c), { kept: 0, leftOut: 2 }, `${what}: each tag is counted once`);
    t.equal(await ids(urn), 'c', what);
    t.strictSame(await run(urn, c), { kept: 0, leftOut: 0 }, what);
  }
});

for (const [what, kind] of ofKinds) {
  const { aspect, at, keys, value, whole, run, patch, edit, ids, removed, isRemembered } = kind;

  test(`${what}: ingested tags are replaced, and those that a person added stay`, async (t) => {
    const urn = await fresh();
    await put(whole(urn, a, b));
    for (const tag of [b, c]) await edit('addTag', urn, tag);
    await keep(t, 2, whole(urn, d));
    t.equal(await ids(urn), 'dbc', 'an ingested tag that a person adds is edited');
    await keep(t, 1, whole(urn, c, d));
    t.equal(await ids(urn), 'cdb');
    await keep(t, 2, whole(urn));
    t.equal(await ids(urn), 'cb', 'a tag that is ingested as well is still edited');
    await keep(t, 0, patch(urn, remove(`${at}/tags/${b}`)));
    t.equal(await ids(urn), 'c', 'a patch that names a tag removes it');
    for (const one of [whole(urn, c), patch(urn, remove(`${at}/tags/${c}`)), whole(urn, c), whole(urn, a)])
      await keep(t, 0, one);
    t.equal(await ids(urn), 'a', 'removed by a patch and ingested again, it is ingested');
    await edit('addTag', urn, b);
    t.strictSame(await ingestKeeping('false', whole(urn, a)), { kept: 0, leftOut: 0 });
    t.equal(await ids(urn), 'a');
  });

  test(`${what}: proposals of one request keep what they would keep one by one`, async (t) => {
    const urn = await fresh();
    const removal = patch(urn, remove(`${at}/tags/${b}`));
    await put(whole(urn, a));
    for (const [proposals, kept, left] of [
      [[whole(urn, d), removal], 0, 'd'],
      [[removal, whole(urn, a)], 0, 'a'],
      // The deletion of an aspect deletes edited tags.
      [[deletion(urn, aspect), whole(urn, a)], 0, 'a'],
      [[whole(urn, a), whole(urn, d)], 1, 'db'],
    ] as const) {
      await edit('addTag', urn, b);
      await keep(t, kept, ...proposals);
      t.equal(await ids(urn), left, JSON.stringify(proposals));
    }
  });

  test(`${what}: a removal by a person is remembered`, async (t) => {
    for (const [how, act] of Object.entries<(urn: string) => Promise<unknown>>({
      'after a person added the tag': async (urn) => {
        await edit('addTag', urn, c);
        await edit('removeTag', urn, c);
        t.strictSame(await run(urn, c), { kept: 0, leftOut: 1 });
      },
      'after a removal of what is not there': (urn) => edit('removeTag', urn, a),
      'after a run that does not keep edited tags': (urn) => put(whole(urn, a, b)),
      'after a removal by a program': (urn) => put(whole(urn, a), patch(urn, remove(`${at}/tags/${a}`))),
      'after the deletion of the aspect': (urn) => put(deletion(urn, aspect)),
      'after a soft deletion': (urn) => put(proposal(urn, 'status', { removed: true })),
      'after a patch that names another tag': (urn) => put(patch(urn, add(`${at}/tags/${c}`, { tag: c }))),
      'after a patch that tests for it': (urn) =>
        put(whole(urn, a), patch(urn, { op: 'test', path: `${at}/tags/${a}`, value: { tag: a } })),
    })) {
      const urn = await removed();
      await act(urn);
      t.ok(await isRemembered(urn), how);
    }
  });

  test(`${what}: a removal is forgotten`, async (t) => {
    const bySource = { tag: a, attribution: { time: 1, actor: writer.urn, source: 'urn:li:platform:p' } };
    for (const [how, act] of Object.entries<(urn: string) => Promise<unknown>>({
      'when a person adds the tag': (urn) => edit('addTag', urn, a),
      'when a person adds it where it is': async (urn) => {
        await put(whole(urn, a));
        await edit('addTag', urn, a);
      },
      'when a person takes the removal back': async (urn) => {
        const id = await lastChange(urn);
        t.match(await call(writer, 'undoChange', { id }), done);
      },
      'when a patch adds it': (urn) => put(patch(urn, add(`${at}/tags/${a}`, { tag: a }))),
      'when a patch adds it by its path only': (urn) => put(patch(urn, add(`${at}/tags/${a}`, {}))),
      'when a patch adds it where it is': (urn) =>
        put(whole(urn, a), patch(urn, add(`${at}/tags/${a}`, { tag: a }))),
      'when a patch adds it and removes it': (urn) =>
        put(patch(urn, add(`${at}/tags/${a}`, { tag: a })), patch(urn, remove(`${at}/tags/${a}`))),
      'when a patch adds it from a source': (urn) =>
        put(
          patchProposal(
            urn,
            aspect,
            keyed(
              { editableSchemaFieldInfo: ['fieldPath'], [keys]: [`attribution${us}source`, 'tag'] },
              add(`${at}/tags/urn:li:platform:p/${a}`, bySource),
            ),
          ),
        ),
      'when a patch writes the list': (urn) => put(patch(urn, add(`${at}/tags`, [{ tag: a }]))),
      'when a patch writes the aspect': (urn) => put(patch(urn, add('', value([{ tag: a }])))),
      'when the references to the tag are deleted': () => deleteReferences(writer, a),
    })) {
      const urn = await removed();
      await act(urn);
      t.notOk(await isRemembered(urn), how);
      await put(whole(urn));
    }
  });

  test(`${what}: a removal is from every source, and of one entity and tag`, async (t) => {
    const [urn, other] = [await removed(), await fresh()];
    const bySource = (source: string) => ({ tag: a, attribution: { time: 1, actor: writer.urn, source } });
    const sources = [{ tag: a }, bySource('urn:li:platform:p'), { tag: b }, bySource('urn:li:platform:q')];
    t.strictSame(await ingestKeeping('true', proposal(urn, aspect, value(sources))), { kept: 0, leftOut: 1 });
    t.equal(await ids(urn), 'b');
    t.strictSame(await run(other, a, b), { kept: 0, leftOut: 0 });
    t.equal(await ids(other), 'ab');
  });

  test(`${what}: proposals of one request leave out what they would leave out one by one`, async (t) => {
    const adding = (urn: string) => patch(urn, add(`${at}/tags/${a}`, { tag: a }));
    const taking = (urn: string) => patch(urn, remove(`${at}/tags/${a}`));
    for (const [proposals, left, counted] of [
      [(urn: string) => [whole(urn, a), whole(urn, a, b)], 'b', 1],
      [(urn: string) => [whole(urn, a), whole(urn, b)], 'b', 0],
      [(urn: string) => [whole(urn, a, b), adding(urn)], 'ba', 0],
      [(urn: string) => [adding(urn), whole(urn, a, b)], 'ab', 0],
      [(urn: string) => [adding(urn), whole(urn, b)], 'b', 0],
      [(urn: string) => [adding(urn), taking(urn), whole(urn, a, b)], 'ab', 0],
      [(urn: string) => [taking(urn), whole(urn, a, b)], 'b', 1],
      [(urn: string) => [deletion(urn, aspect), whole(urn, a, b)], 'b', 1],
      [(urn: string) => [whole(urn, a, b), deletion(urn, aspect)], '', 0],
      [(urn: string) => [deletion(urn, 'datasetKey'), whole(urn, a, b)], 'ab', 0],
    ] as const) {
      const [single, together] = [await removed(), await removed()];
      for (const one of proposals(single)) await ingestKeeping('true', one);
      const { leftOut } = await ingestKeeping('true', ...proposals(together));
      const name = proposals(together)
        .map((one) => JSON.stringify(one))
        .join(' ');
      t.equal(await ids(single), left, `one by one: ${name}`);
      t.equal(await ids(together), left, name);
      t.equal(leftOut, counted, name);
      const remembered = (await memory()) as { resource_urn: string }[];
      const found = [single, together].map((urn) => remembered.some((one) => one.resource_urn === urn));
      t.equal(found[0], found[1], `remembered: ${name}`);
    }
  });

  test(`${what}: a removed tag is in no history of the run that gives it`, async (t) => {
    const urn = await removed();
    const before = await changes(urn);
    await run(urn, a, b);
    t.strictSame(await changes(urn), before);
  });

  test(`${what}: every door keeps added tags, leaves removed ones out, and knows the header`, async (t) => {
    const given = value([{ tag: a }, { tag: b }]);
    const record = aspect === 'globalTags' ? 'common.GlobalTags' : 'schema.EditableSchemaMetadata';
    const urn = await removed();
    await edit('addTag', urn, c);
    const snapshot = {
      'com.linkedin.metadata.snapshot.DatasetSnapshot': {
        urn,
        aspects: [{ [`com.linkedin.${record}`]: given }],
      },
    };
    for (const [url, payload] of Object.entries({
      [ingestUrl]: { proposal: proposal(urn, aspect, given) },
      [batchUrl]: { proposals: [proposal(urn, aspect, given)] },
      '/entities?action=ingest': { entity: { value: snapshot } },
      '/entities?action=batchIngest': { entities: [{ value: snapshot }] },
      [entitiesUrl]: [entity(urn, { [aspect]: given })],
    })) {
      const { statusCode, headers, body } = await sendKeeping('true', url, payload);
      t.match(`${statusCode}`, /^20[02]$/, `${url} ${body}`);
      const warnings = String(headers.warning);
      t.match(warnings, /tags that people have removed were left out: 1, in 1 of its aspects/, url);
      t.match(warnings, /edited tags that the request lacks were kept: 1,/, url);
      t.equal(await ids(urn), 'bc', url);
      const refused = await sendKeeping('yes', url, payload);
      t.equal(refused.statusCode, 400, url);
      t.match(refused.body, /X-Keep-Edited-Tags is \\?"yes\\?"; send true or false/);
    }
  });

  test(`${what}: what a person removes while a run gives it is gone`, async (t) => {
    const urn = await fresh();
    for (let round = 0; round < 20; round += 1) {
      await put(patch(urn, add(`${at}/tags/${a}`, { tag: a })));
      await Promise.all([run(urn, a, b), edit('removeTag', urn, a), run(urn, a)]);
      if ((await ids(urn)).includes('a')) t.fail(`round ${round}`);
      await run(urn, a, b);
      t.equal(await ids(urn), 'b', `round ${round}`);
    }
  });

  test(`${what}: a deleted tag was never removed, nor a restored one`, async (t) => {
    for (const again of ['deleteTag', 'restoreTag', 'cleared'] as const) {
      const urn = await removed();
      t.match(await call(writer, 'deleteTag', { urn: a }), done);
      if (again === 'restoreTag') t.match(await call(writer, 'restoreTag', { urn: a }), done);
      if (again === 'cleared') {
        await clearDeletedTags(db);
        t.strictSame(await memory(), []);
      }
      t.notOk(await isRemembered(urn), again);
      await edit('removeTag', urn, a);
      t.ok(await isRemembered(urn), `${again}: a new removal`);
      await clearDeletedTags(db);
      t.ok(await isRemembered(urn), `${again}: the new removal, after the places are cleared`);
      await put(deletion(urn, 'datasetKey'));
    }
  });

  test(`${what}: an entity that is created again has had nothing removed`, async (t) => {
    const urn = await removed();
    await put(deletion(urn, 'datasetKey'));
    t.strictSame(await memory(), []);
    t.notOk(await isRemembered(urn));
  });
}

async function changes(urn: string) {
  const { changes } = await catalog.read(
    'query ($urn: String!) { changes(input: { urn: $urn }) { changes { id operation } } }',
    { urn },
  );
  return changes.changes;
}
const lastChange = async (urn: string) => (await changes(urn))[0].id;

test('taking an addition back is a removal', async (t) => {
  const { whole, edit, isRemembered } = onKind(kinds['an entity']);
  const urn = await fresh();
  await put(whole(urn, b));
  await edit('addTag', urn, a);
  t.match(await call(writer, 'undoChange', { id: await lastChange(urn) }), done);
  t.ok(await isRemembered(urn));
});

test('without the setting, whole aspects write what they have', async (t) => {
  const { whole, ids, removed } = onKind(kinds['an entity']);
  const urn = await removed();
  for (const keeps of [undefined, 'false']) {
    t.strictSame(await ingestKeeping(keeps, whole(urn, a, b)), { kept: 0, leftOut: 0 });
    t.equal(await ids(urn), 'ab');
  }
});

t.test('with the setting, the header overrides it', async (t) => {
  const keeping = await sourcesCatalog(t, { KEEP_EDITED_TAGS: 'true' });
  const urn = await keeping.fresh();
  const whole = proposal(urn, 'globalTags', { tags: [{ tag: a }, { tag: b }] });
  await keeping.put(whole);
  t.match(await call(keeping.writer, 'removeTag', { input: { tagUrn: a, resourceUrn: urn } }), done);
  const ids = async () =>
    (await keeping.readAspect(urn, 'globalTags')).tags.map(({ tag }: { tag: string }) => tag);
  for (const [keeps, leftOut, left] of [
    [undefined, 1, [b]],
    ['false', 0, [a, b]],
    ['true', 1, [b]],
  ] as const) {
    t.strictSame(await keeping.ingestKeeping(keeps, whole), { kept: 0, leftOut });
    t.strictSame(await ids(), left);
  }
});
