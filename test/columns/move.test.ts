import t from 'tap';
import type { Json } from '../../src/json/lossless-json.js';
import { proposal } from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { aspect, call, column, datasetUrn, field, tagCatalog, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

// docs/wire-contract.md, "Edits of renamed columns".

const catalog = await tagCatalog(t, { env: { KEEP_EDITED_TAGS: 'true' } });
const { editor, db, columnTagsOn, put } = catalog;
const mover = await catalog.user('mover', ['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION']);
const v2 = (name: string, type = 'string') => `[version=2.0].[type=R].[type=${type}].${name}`;

async function move(urn: string, { dryRun = false, by = mover }: { dryRun?: boolean; by?: Caller } = {}) {
  const { body } = await by.graphql(
    `mutation ($input: MoveColumnEditsInput!) { moveColumnEdits(input: $input) {
      moved { from to } left { fieldPath reason } } }`,
    { input: { urn, dryRun } },
  );
  return body.errors ? body.errors[0].extensions.type : body.data.moveColumnEdits;
}
const schema = (urn: string, ...paths: string[]) =>
  put(aspect(urn, 'schemaMetadata', { fields: paths.map((path) => field(path)) }));
const edits = (urn: string, ...editableSchemaFieldInfo: object[]) =>
  put(aspect(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo }));
const tagged = (...tags: (string | object)[]) => ({
  globalTags: { tags: tags.map((tag) => (typeof tag === 'string' ? { tag } : tag)) },
});
const stored = async (urn: string): Promise<Json[]> => {
  const { body } = await editor.get(
    `/aspects/${encodeURIComponent(urn)}?aspect=editableSchemaMetadata&version=0`,
  );
  const [value] = Object.values(body.aspect as Record<string, { editableSchemaFieldInfo: Json[] }>);
  return value!.editableSchemaFieldInfo;
};
const changes = async (urn: string) => {
  const { changes } = await catalog.read(
    `query ($input: ChangesInput!) { changes(input: $input) { changes {
      id fieldPath category operation modifier from to actor { urn } } } }`,
    { input: { urn, categories: ['TAG', 'DOCUMENTATION'], count: 100 } },
  );
  return changes.changes as Record<string, string>[];
};

t.test('edits follow a column whose case has changed', async (t) => {
  const [one, two, program] = (await catalog.tags('one', 'two', 'program')) as [string, string, string];
  const urn = await catalog.dataset('ID', 'Name', 'other');
  const attributed = {
    tag: program,
    context: 'c',
    attribution: { time: 1, actor: 'urn:li:corpuser:x', source: 'urn:li:dataHubAction:a' },
  };
  await edits(urn, { fieldPath: 'Name', description: 'a name' }, { fieldPath: 'ID', ...tagged(attributed) });
  for (const tagUrn of [two, one])
    await call(editor, 'addTag', { input: { tagUrn, resourceUrn: urn, ...column('ID') } });
  t.strictSame(await move(urn), { moved: [], left: [] }, 'the schema has the columns');
  await schema(urn, 'id', v2('name'), 'other');
  const before = await stored(urn);
  const all = {
    moved: [
      { from: 'Name', to: v2('name') },
      { from: 'ID', to: 'id' },
    ],
    left: [],
  };
  t.strictSame(await move(urn, { dryRun: true }), all);
  t.strictSame(await stored(urn), before, 'a dry run changes nothing');
  const { length } = await changes(urn);
  t.strictSame(await move(urn), all);
  t.strictSame(await stored(urn), [
    { fieldPath: v2('name'), description: 'a name' },
    { fieldPath: 'id', ...tagged(attributed, two, one) },
  ]);
  t.strictSame(await columnTagsOn(urn), { [v2('name')]: null, id: ['program', 'two', 'one'] });
  await checkTaggedEntities(t, db);
  t.strictSame(await move(urn), { moved: [], left: [] }, 'a second time');

  const moved = (await changes(urn)).slice(0, -length);
  t.ok(moved.every(({ actor }) => (actor as unknown as { urn: string }).urn === mover.urn));
  t.strictSame(
    moved
      .map(({ category, operation, fieldPath, from, to }) =>
        [category, operation, fieldPath, from ?? to].join(' '),
      )
      .sort(),
    [
      `DOCUMENTATION ADD ${v2('name')} a name`,
      'DOCUMENTATION REMOVE Name a name',
      ...[one, program, two].map((tag) => `TAG ADD id ${tag}`),
      ...[one, program, two].map((tag) => `TAG REMOVE ID ${tag}`),
    ],
  );
  const added = moved.find(({ operation, to }) => operation === 'ADD' && to === one)!;
  t.match(
    await call(editor, 'undoChange', { id: added.id }),
    { value: true },
    'one of the changes is taken back',
  );
  t.match(await columnTagsOn(urn), { id: ['program', 'two'] });

  const writer = await catalog.user('writer', ['EDIT_ENTITY']);
  const empty = proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [] });
  t.match(await writer.post('/aspects?action=ingestProposal', { proposal: empty }), { status: 200 });
  t.strictSame((await columnTagsOn(urn))?.id, ['two'], 'tags of people are still edited tags');
});

t.test('edits are merged with those of the column', async (t) => {
  const [a, b] = (await catalog.tags('a', 'b')) as [string, string];
  const urn = await catalog.dataset('x', 'y', 'z', 'w');
  await edits(
    urn,
    { fieldPath: 'x', ...tagged(a) },
    { fieldPath: 'X', description: 'of X', ...tagged(b, a) },
    { fieldPath: 'y', description: 'of y' },
    { fieldPath: 'Y', description: 'of Y', ...tagged(a) },
    { fieldPath: 'z', glossaryTerms: { terms: [{ urn: 'urn:li:glossaryTerm:z' }] } },
    { fieldPath: 'Z', glossaryTerms: { terms: [] } },
    { fieldPath: 'w', description: 'same' },
    { fieldPath: 'W', description: 'same' },
  );
  await schema(urn, 'x', v2('y'), 'z', 'w');
  const kept = await stored(urn);
  t.strictSame(await move(urn), {
    moved: [
      { from: 'X', to: 'x' },
      { from: 'W', to: 'w' },
    ],
    left: [
      { fieldPath: 'Y', reason: 'CONFLICT' },
      { fieldPath: 'Z', reason: 'CONFLICT' },
    ],
  });
  t.strictSame(await stored(urn), [
    { fieldPath: 'x', description: 'of X', ...tagged(a, b) },
    ...kept.slice(2, 6),
    { fieldPath: 'w', description: 'same' },
  ]);
  await checkTaggedEntities(t, db);
});

t.test('nothing is moved where two columns match', async (t) => {
  const urn = await catalog.dataset();
  const text = (fieldPath: string) => ({ fieldPath, description: fieldPath });
  await schema(urn, 'id', 'Id', 'a', v2('b', 'int'), v2('b', 'long'), 'c', 'É');
  await edits(urn, ...['ID', 'A', v2('A'), 'B', 'C', 'd', 'é', v2('c', 'int'), v2('C', 'long')].map(text), {
    fieldPath: 'gone',
  });
  const left = [
    { fieldPath: 'ID', reason: 'AMBIGUOUS' },
    { fieldPath: 'B', reason: 'AMBIGUOUS' },
    { fieldPath: 'C', reason: 'CONFLICT' },
    { fieldPath: 'd', reason: 'NO_COLUMN' },
    { fieldPath: v2('C', 'long'), reason: 'CONFLICT' },
    { fieldPath: v2('A'), reason: 'CONFLICT' },
  ];
  const answer = await move(urn);
  t.strictSame(answer.moved, [
    { from: 'A', to: 'a' },
    { from: 'é', to: 'É' },
  ]);
  const byPath = (one: { fieldPath: string }, other: { fieldPath: string }) =>
    one.fieldPath < other.fieldPath ? -1 : 1;
  t.strictSame(answer.left.sort(byPath), left.sort(byPath));
});

t.test('both privileges of columns are needed, over each dataset', async (t) => {
  const urn = await catalog.dataset('ID');
  for (const privilege of [
    'EDIT_DATASET_COL_TAGS',
    'EDIT_DATASET_COL_DESCRIPTION',
    'EDIT_ENTITY_TAGS',
  ] as const) {
    const by = await catalog.user(privilege.toLowerCase(), [privilege]);
    t.equal(await move(urn, { by }), 'UNAUTHORIZED');
    t.equal(await move(urn, { by, dryRun: true }), 'UNAUTHORIZED');
  }
  t.equal(await move(datasetUrn('missing')), 'NOT_FOUND');
  t.equal(await move(tagUrn('a')), 'BAD_REQUEST');
  t.equal(await move('x'), 'BAD_REQUEST');
});

t.test('datasets with orphaned edits are listed in pages', async (t) => {
  const orphaned: string[] = [];
  const looked: string[] = [];
  let after: string | null = null;
  for (let index = 0; index < 510; index += 1) {
    const urn = datasetUrn(`page_${String(index).padStart(4, '0')}`);
    await db.query(`INSERT INTO entities VALUES ($1, 'dataset', 0, 'x')`, [urn]);
    await db.query(
      'INSERT INTO editable_schema_fields (dataset_urn, field_path, description) VALUES ($1, $2, $2)',
      [urn, 'a'],
    );
    orphaned.push(urn);
  }
  do {
    const data: { orphanedColumnEdits: { datasets: string[]; next: string | null } } = await catalog.read(
      'query ($after: String) { orphanedColumnEdits(after: $after) { datasets next } }',
      { after },
    );
    looked.push(...data.orphanedColumnEdits.datasets);
    t.ok(data.orphanedColumnEdits.datasets.length <= 500);
    after = data.orphanedColumnEdits.next;
  } while (after !== null);
  t.strictSame(
    looked.filter((urn) => urn.includes('page_')),
    orphaned,
  );
});
