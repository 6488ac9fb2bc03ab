import t from 'tap';
import { describable, findDescribedAspect } from '../../src/entities/described-aspects.js';
import { isFollowed } from '../../src/history/facts.js';
import type { Json } from '../../src/json/lossless-json.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { add, batchUrl, deletion, ingestUrl, patchProposal, proposal, remove } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { aspect, call, column, field, tagCatalog, tagUrn } from '../support/metadata.js';
import { entitiesUrl, entity, entityUrl } from '../support/openapi.js';
import { deleteReferences } from '../support/references.js';
import { schemaWith } from '../support/schemas.js';
import { clearDeletedTags } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t, { env: { KEEP_EDITED_TAGS: 'true' } });
const { editor } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY', 'MANAGE_TAGS']);
const document = `query ($input: ChangesInput!) { changes(input: $input) { total changes {
  id time actor { urn } entity { urn type } fieldPath aspectName category operation modifier from to runId undoable } } }`;
const changesOf = async (input: object) => (await catalog.read(document, { input })).changes;
/** What changed about an entity, the oldest first, without what every change has. */
const told = async (urn: string, categories?: string[]) => {
  const { changes } = await changesOf({ urn, count: 100, ...(categories && { categories }) });
  return changes
    .map(({ fieldPath, category, operation, modifier, from, to }: Record<string, string>) =>
      [category, operation, fieldPath, ...new Set([modifier, from, to])]
        .filter((part) => part !== null)
        .join(' '),
    )
    .reverse();
};

t.test('tags of an entity and of a column', async (t) => {
  const urn = await catalog.dataset('id');
  const [tag] = await catalog.tags('on-and-off');
  const before = (await told(urn)).length;
  for (const place of [{}, column('id')])
    for (const name of ['addTag', 'addTag', 'removeTag', 'removeTag'] as const)
      t.match(await call(editor, name, { input: { tagUrn: tag, resourceUrn: urn, ...place } }), {
        value: true,
      });
  t.strictSame((await told(urn)).slice(before), [
    `TAG ADD ${tag}`,
    `TAG REMOVE ${tag}`,
    `TAG ADD id ${tag}`,
    `TAG REMOVE id ${tag}`,
  ]);
  const ofColumn = await catalog.read(
    `query ($input: ChangesInput!) {
      changes(input: $input) { total changes { fieldPath modifierEntity { urn type } } } }`,
    { input: { urn, fieldPath: 'id', categories: ['TAG'] } },
  );
  t.strictSame(ofColumn.changes, {
    total: 2,
    changes: [1, 2].map(() => ({ fieldPath: 'id', modifierEntity: { urn: tag, type: 'TAG' } })),
  });
  const unnamed = await editor.graphql('{ changes(input: { fieldPath: "id" }) { total } }', {});
  t.match(unnamed.body.errors, [{ extensions: { type: 'BAD_REQUEST' } }]);
  const [last] = (await changesOf({ urn, count: 1 })).changes;
  t.match(last, { id: /^\d+-\d+$/, entity: { urn, type: 'DATASET' }, actor: { urn: editor.urn } });
});

t.test('every door leaves one row for each change, by its caller', async (t) => {
  const [tag, other] = [tagUrn('door'), tagUrn('other')];
  await catalog.tags('door', 'other');
  const value = (...tags: string[]) => ({ tags: tags.map((tag) => ({ tag })) });
  const ofColumn = (...tags: string[]) => ({
    editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: value(...tags) }],
  });
  const tell = (by: Caller, name: Parameters<typeof call>[1], input: object) => () =>
    call(by, name, { input }).then(({ value, error }) => ({ status: value === true ? 200 : error }));
  const send = (url: string, payload: unknown) => () => writer.post(url, payload);
  const bySource = (source: string) => ({
    tag,
    attribution: { time: 1, actor: 'urn:li:corpuser:x', source },
  });

  type Door = readonly [
    name: string,
    by: Caller,
    send: () => Promise<{ status: unknown }>,
    changes: readonly string[],
  ];
  /** The doors in their order, each with what it changes. Each is used twice: the second time changes nothing. */
  const doors = (urn: string, fieldPath: string | null): Door[] => {
    const place = fieldPath === null ? {} : column(fieldPath);
    const [one, some] = [
      { tagUrn: tag, resourceUrn: urn, ...place },
      { tagUrns: [tag, tag], resources: [{ resourceUrn: urn, ...place }] },
    ];
    const name = fieldPath === null ? 'globalTags' : 'editableSchemaMetadata';
    const whole = (...tags: string[]) => (fieldPath === null ? value(...tags) : ofColumn(...tags));
    const path = fieldPath === null ? '/tags/' : `/editableSchemaFieldInfo/${fieldPath}/globalTags/tags/`;
    const put = (...tags: string[]) => proposal(urn, name, whole(...tags));
    const [on, off, onOther, offOther] = [`ADD ${tag}`, `REMOVE ${tag}`, `ADD ${other}`, `REMOVE ${other}`];
    const sources =
      fieldPath === null
        ? { tags: [bySource('a'), bySource('b')] }
        : { editableSchemaFieldInfo: [{ fieldPath, globalTags: { tags: [bySource('a'), bySource('b')] } }] };
    return [
      ['ingestProposal', writer, send(ingestUrl, { proposal: put(tag) }), [on]],
      ['ingestProposal of another', writer, send(ingestUrl, { proposal: put(other) }), [onOther, off]],
      ['ingestProposalBatch', writer, send(batchUrl, { proposals: [put(), put(tag)] }), [on, offOther]],
      ['the deletion of the aspect', writer, send(ingestUrl, { proposal: deletion(urn, name) }), [off]],
      ['OpenAPI', writer, send(entitiesUrl, [entity(urn, { [name]: whole(tag) })]), [on]],
      [
        'DELETE over OpenAPI',
        writer,
        () => writer.send('DELETE', `${entityUrl(urn)}?aspects=${name}`),
        [off],
      ],
      [
        'a patch',
        writer,
        send(ingestUrl, { proposal: patchProposal(urn, name, [add(`${path}${tag}`, { tag })]) }),
        [on],
      ],
      [
        'a patch that removes',
        writer,
        send(ingestUrl, { proposal: patchProposal(urn, name, [remove(`${path}${tag}`)]) }),
        [off],
      ],
      ['addTag', editor, tell(editor, 'addTag', one), [on]],
      ['ingestion that keeps the tag', writer, send(ingestUrl, { proposal: put(other) }), [onOther]],
      ['ingestion that keeps it again', writer, send(ingestUrl, { proposal: put() }), [offOther]],
      ['removeTag', editor, tell(editor, 'removeTag', one), [off]],
      ['batchAddTags', editor, tell(editor, 'batchAddTags', some), [on]],
      ['batchRemoveTags', editor, tell(editor, 'batchRemoveTags', some), [off]],
      ['a tag that a person has removed', writer, send(ingestUrl, { proposal: put(tag) }), []],
      [
        'a tag from two sources',
        writer,
        send(ingestUrl, { proposal: patchProposal(urn, name, [add('', sources)]) }),
        [on],
      ],
      ['addTag beside them', editor, tell(editor, 'addTag', one), []],
      ['removeTag of all three', editor, tell(editor, 'removeTag', one), [off]],
      ['addTag at last', editor, tell(editor, 'addTag', one), [on]],
      ['deleteReferences', writer, () => deleteReferences(writer, tag), [off]],
    ];
  };
  for (const fieldPath of [null, 'id']) {
    const urn = await catalog.dataset('id');
    for (const [name, by, use, changes] of doors(urn, fieldPath)) {
      const what = `${name} on ${fieldPath ?? 'an entity'}`;
      const { total } = await changesOf({ urn });
      t.match(await use(), { status: /^20[02]$/ }, what);
      const now = await changesOf({ urn });
      const recent = now.changes.slice(0, now.total - total).reverse();
      const found = recent.map(
        ({ operation, modifier }: Record<string, string>) => `${operation} ${modifier}`,
      );
      t.strictSame(found, changes, what);
      for (const one of recent) t.match(one, { category: 'TAG', fieldPath, actor: { urn: by.urn } }, what);
      await use();
      t.equal((await changesOf({ urn })).total, now.total, `${what}, again`);
    }
  }
});

t.test('a tag and its places', async (t) => {
  const tag = tagUrn('story');
  const urn = await catalog.dataset('id');
  const manager = await catalog.user('manager', ['MANAGE_TAGS']);
  await call(manager, 'createTag', { input: { id: 'story', name: 'a', description: 'one' } });
  for (const place of [{}, column('id')])
    await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: urn, ...place } });
  for (let time = 0; time < 2; time += 1) {
    await call(manager, 'updateTag', { urn: tag, input: { urn: tag, name: 'b', description: null } });
    await call(manager, 'setTagColor', { urn: tag, colorHex: '#aabbcc' });
  }
  t.match(await call(manager, 'deleteTag', { urn: tag }), { value: true });
  await clearDeletedTags(catalog.db);
  t.match(await call(manager, 'restoreTag', { urn: tag }), { value: true });
  t.strictSame(await told(tag), [
    'LIFECYCLE CREATE',
    'PROPERTIES MODIFY name a b',
    'DOCUMENTATION REMOVE one',
    'PROPERTIES MODIFY colorHex #aabbcc',
    'LIFECYCLE HARD_DELETE',
    'LIFECYCLE CREATE',
  ]);
  const { changes } = await changesOf({ urn, categories: ['TAG'] });
  t.strictSame(
    changes.map((one: { operation: string; fieldPath: string | null; actor: { urn: string } }) =>
      [one.operation, one.fieldPath, one.actor.urn.split(':')[3]].join(' '),
    ),
    [
      'ADD id manager',
      'ADD  manager',
      'REMOVE id manager',
      'REMOVE  manager',
      'ADD id editor',
      'ADD  editor',
    ],
  );
});

t.test('each kind of change has its category', async (t) => {
  const urn = await catalog.dataset();
  const stamp = { time: 1, actor: 'urn:li:corpuser:a' };
  const schema = (columns: Record<string, string>) =>
    schemaWith(...Object.entries(columns).map(([path, nativeDataType]) => field(path, { nativeDataType })));
  const owned = (...types: string[]) => ({
    owners: types.map((type) => ({ owner: 'urn:li:corpuser:a', type })),
    lastModified: stamp,
  });
  const steps: readonly [name: string, value: object, changes: readonly string[]][] = [
    ['schemaMetadata', schema({ a: 'int', b: 'int' }), ['ADD a int', 'ADD b int'].map(schemaChange)],
    [
      'schemaMetadata',
      schema({ a: 'text', c: 'int' }),
      ['MODIFY a int text', 'ADD c int', 'REMOVE b int'].map(schemaChange),
    ],
    ['datasetProperties', { description: 'first' }, ['DOCUMENTATION ADD first']],
    [
      'datasetProperties',
      { description: 'second', customProperties: { a: 'b' } },
      ['DOCUMENTATION MODIFY first second'],
    ],
    ['datasetProperties', { name: 'named' }, ['DOCUMENTATION REMOVE second']],
    ['ownership', owned('DATAOWNER'), ['OWNER ADD urn:li:corpuser:a']],
    ['ownership', owned('PRODUCER'), ['OWNER MODIFY urn:li:corpuser:a DATAOWNER PRODUCER']],
    ['ownership', owned('PRODUCER', 'DATAOWNER'), ['OWNER MODIFY urn:li:corpuser:a DATAOWNER']],
    ['ownership', owned('DATAOWNER', 'CONSUMER'), ['OWNER MODIFY urn:li:corpuser:a PRODUCER CONSUMER']],
    ['domains', { domains: ['urn:li:domain:d'] }, ['DOMAIN ADD urn:li:domain:d']],
    [
      'glossaryTerms',
      { terms: [{ urn: 'urn:li:glossaryTerm:g' }], auditStamp: stamp },
      ['GLOSSARY_TERM ADD urn:li:glossaryTerm:g'],
    ],
    [
      'institutionalMemory',
      { elements: [{ url: 'https://a.example', description: 'A', createStamp: stamp }] },
      ['DOCUMENTATION ADD https://a.example A'],
    ],
    [
      'deprecation',
      { deprecated: true, note: 'old', actor: 'urn:li:corpuser:a' },
      ['DEPRECATION MODIFY old'],
    ],
    ['deprecation', { deprecated: false, note: '', actor: 'urn:li:corpuser:a' }, ['DEPRECATION MODIFY old']],
    ['status', { removed: true }, ['LIFECYCLE SOFT_DELETE']],
    ['status', { removed: true }, []],
    ['status', { removed: false }, ['LIFECYCLE REINSTATE']],
    [
      'structuredProperties',
      { properties: [{ propertyUrn: 'urn:li:structuredProperty:p', values: [{ double: 1 }] }] },
      ['STRUCTURED_PROPERTY ADD urn:li:structuredProperty:p [{"double":1}]'],
    ],
    ['subTypes', { typeNames: ['View'] }, []],
  ];
  for (const [aspectName, value, changes] of steps) {
    const before = (await told(urn)).length;
    await catalog.put({ urn, entityType: 'dataset', name: aspectName, value: value as Json });
    t.strictSame((await told(urn)).slice(before), changes, `${aspectName} ${JSON.stringify(value)}`);
  }
});

const schemaChange = (change: string) => `TECHNICAL_SCHEMA ${change}`;

t.test('long texts are shortened, so that no request stores one in each of its rows', async (t) => {
  const urn = await catalog.dataset();
  const long = 'é'.repeat(5_000);
  const put = (aspectName: string, value: object) =>
    ingester.post(ingestUrl, {
      proposal: proposal(urn, aspectName, value, { systemMetadata: { runId: long } }),
    });
  const ingester = await catalog.user('ingester', ['EDIT_ENTITY']);
  const createStamp = { time: 1, actor: 'urn:li:corpuser:a' };
  t.match(await put('globalTags', { tags: [{ tag: tagUrn('a') }] }), { status: 200 });
  t.match(await put('institutionalMemory', { elements: [{ url: long, description: 'a', createStamp }] }), {
    status: 200,
  });
  const { changes } = await changesOf({ urn, count: 2 });
  t.strictSame(
    changes.map(({ runId }: { runId: string }) => runId.length),
    [255, 255],
  );
  t.equal(changes[0].modifier.length, 1_024);
});

t.test('the history follows the description of every type', async (t) => {
  for (const type of describable)
    if (!storedAspects.isAccess(type)) t.equal(isFollowed(findDescribedAspect(type)!), true, type);
  const urn = 'urn:li:businessAttribute:a';
  const put = (description: string) =>
    catalog.put({
      ...{ urn, entityType: 'businessAttribute', name: 'businessAttributeInfo' },
      value: { fieldPath: 'a', name: 'a', description, globalTags: { tags: [{ tag: tagUrn('a') }] } },
    });
  await put('one');
  await put('two');
  t.strictSame(await told(urn), [
    'LIFECYCLE CREATE',
    `TAG ADD ${tagUrn('a')}`,
    'DOCUMENTATION MODIFY one two',
  ]);
});

t.test('undoChange', async (t) => {
  const urn = await catalog.dataset('id');
  const [tag] = await catalog.tags('undone');
  const undo = (id: string, by: Parameters<typeof call>[0] = editor) => call(by, 'undoChange', { id });
  const describer = await catalog.user('describer', ['EDIT_ENTITY_DOCS']);
  const last = async () => (await changesOf({ urn, count: 1 })).changes[0];

  await t.test('removes a tag that was added, and adds one that was removed', async (t) => {
    for (const fieldPath of [null, 'id']) {
      const input = { tagUrn: tag, resourceUrn: urn, ...(fieldPath && column(fieldPath)) };
      await call(editor, 'addTag', { input });
      const added = await last();
      t.match(added, { undoable: true, from: null, to: tag });
      t.match(await undo(added.id), { value: true });
      const removed = await last();
      t.match(removed, { operation: 'REMOVE', fieldPath, from: tag, to: null });
      t.match(await undo(added.id), { error: { type: 'CONFLICT' } }, 'once');
      t.match(await undo(removed.id), { value: true });
      t.match(await last(), { operation: 'ADD' });
    }
  });

  await t.test('restores a description', async (t) => {
    for (const description of ['one', 'two'])
      await call(describer, 'updateDescription', { input: { resourceUrn: urn, description } });
    const second = await last();
    t.match(second, {
      category: 'DOCUMENTATION',
      operation: 'MODIFY',
      from: 'one',
      to: 'two',
      undoable: true,
    });
    t.match(await undo(second.id, describer), { value: true });
    t.match(await last(), { from: 'two', to: 'one' });
  });

  await t.test('of one of many at the same time', async (t) => {
    await call(describer, 'updateDescription', { input: { resourceUrn: urn, description: 'three' } });
    const { id } = await last();
    const results = await Promise.all(Array.from({ length: 5 }, () => undo(id, describer)));
    t.equal(results.filter((result) => result.value === true).length, 1);
    t.equal(results.filter((result) => result.error?.type === 'CONFLICT').length, 4);
    t.match(await last(), { from: 'three', to: 'one' });
  });

  await t.test('a long description has no values, and cannot be undone', async (t) => {
    await call(describer, 'updateDescription', {
      input: { resourceUrn: urn, description: 'a'.repeat(4_097) },
    });
    const cut = await last();
    t.match(cut, { from: 'one', to: null, undoable: false });
    t.match(await undo(cut.id, describer), { error: { type: 'BAD_REQUEST', message: /at most 4 KiB/ } });
  });

  await t.test('not after a change that was not recorded, as with CHANGE_EVENTS=false', async (t) => {
    const resourceUrn = await catalog.dataset('id');
    const writer = await catalog.user('writer', ['EDIT_ENTITY']);
    for (const target of [{ resourceUrn }, { resourceUrn, ...column('id') }])
      for (const [recorded, unrecorded] of [
        [
          ['addTag', { tagUrn: tag }],
          ['removeTag', { tagUrn: tag }],
        ],
        [
          ['removeTag', { tagUrn: tag }],
          ['addTag', { tagUrn: tag }],
        ],
        [
          ['updateDescription', { description: 'one' }],
          ['updateDescription', { description: 'two' }],
        ],
      ] as const) {
        if (recorded[0] === 'removeTag') await call(writer, 'addTag', { input: { ...target, tagUrn: tag } });
        await call(writer, recorded[0], { input: { ...target, ...recorded[1] } });
        const { id } = (await changesOf({ urn: resourceUrn, count: 1 })).changes[0];
        await call(writer, unrecorded[0], { input: { ...target, ...unrecorded[1] } });
        const { changes } = await changesOf({ urn: resourceUrn, count: 1 });
        await catalog.db.query(`DELETE FROM change_events WHERE id = ${changes[0].id.split('-')[1]}`, [], {
          changes: true,
        });
        t.match(await undo(id, writer), { error: { type: 'CONFLICT' } }, recorded[0]);
      }
  });

  await t.test('not of an entity or a tag that was deleted since', async (t) => {
    const [entity, removed] = [await catalog.dataset(), tagUrn('deleted-since')];
    const remover = await catalog.user('remover', ['DELETE_ENTITY']);
    for (const deleted of [removed, entity]) {
      await catalog.tags('deleted-since');
      for (const name of ['addTag', 'removeTag'] as const)
        await call(editor, name, { input: { tagUrn: removed, resourceUrn: entity } });
      const { id } = (await changesOf({ urn: entity, categories: ['TAG'], count: 1 })).changes[0];
      await remover.post('/entities?action=delete', { urn: deleted });
      await catalog.tags('deleted-since');
      await catalog.put(aspect(entity, 'status', { removed: false }));
      t.match(await undo(id), { error: { type: 'CONFLICT' } }, deleted);
    }
  });

  await t.test('needs the right to make such a change, and a change', async (t) => {
    const { changes } = await changesOf({ urn, categories: ['TAG'], count: 1 });
    t.match(await undo(changes[0].id, describer), { error: { type: 'UNAUTHORIZED' } });
    t.match(await undo('1-1'), { error: { type: 'NOT_FOUND', message: /"1-1"/ } });
    t.match(await undo('x'), { error: { type: 'BAD_REQUEST', message: /"x"/ } });
  });
});

t.test('changes are filtered by actor and category, and paged', async (t) => {
  const urn = await catalog.dataset();
  t.match(await changesOf({ urn, categories: ['LIFECYCLE'] }), {
    total: 1,
    changes: [{ operation: 'CREATE' }],
  });
  t.match(await changesOf({ urn, actorUrn: 'urn:li:corpuser:nobody' }), { total: 0 });
  t.strictSame((await changesOf({ urn, start: 1, count: 1 })).changes.length, 0);
  const refused = await editor.graphql(document, { input: { categories: ['TAGS'] } });
  t.match(refused.body.errors[0].message, /"TAGS"/);
});
