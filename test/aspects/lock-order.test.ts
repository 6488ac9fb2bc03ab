import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { inByteOrder } from '../../src/aspects/byte-order.js';
import type { Database } from '../../src/db/database.js';
import type { Query } from '../../src/db/query.js';
import { add, batchUrl, deletion, ingestUrl, patchProposal, proposal, remove } from '../support/aspects.js';
import { call, column, containerUrn, datasetUrn, field, tagCatalog, tagUrn } from '../support/metadata.js';
import { deleteReferences } from '../support/references.js';
import { root } from '../support/root.js';
import { clearDeletedTags } from '../support/tagged-entities.js';

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The statements of each transaction since `take` was last called; a statement outside of one is its own. */
const transactions: Statement[][] = [];
const take = () => transactions.splice(0);

const recorded =
  (query: Query, statements?: Statement[]): Query =>
  (sql, params = [], options) => {
    if (statements) statements.push({ sql, params });
    else transactions.push([{ sql, params }]);
    return query(sql, params, options);
  };

const watched = (db: Database): Database => ({
  ...db,
  query: recorded(db.query),
  inTransaction: (work, deadline) => {
    const statements: Statement[] = [];
    transactions.push(statements);
    return db.inTransaction((tx) => work({ ...tx, query: recorded(tx.query, statements) }), deadline);
  },
});

const catalog = await tagCatalog(t, { wrap: watched });
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);
const { editor } = catalog;

const tables = ['entities', 'tags'] as const;
const locks =
  /(?:FROM (\w+)\s+WHERE [^;]*?ORDER BY (\w+)[\w, ]*\s+FOR (?:UPDATE|NO KEY UPDATE|KEY SHARE))|(?:INSERT INTO (entities)[^;]*?ORDER BY (\w+) COLLATE "C"\s+ON CONFLICT)/g;

/** The tables whose rows a statement locks, in order, with the column that orders the rows. */
const findLocks = ({ sql }: Statement) =>
  [...sql.matchAll(locks)].map((found) => ({ table: found[1] ?? found[3]!, by: found[2] ?? found[4]! }));

const writes =
  /\b(INSERT INTO|UPDATE|DELETE FROM) (aspects|tags|global_tags|schema_fields|editable_schema_fields|entity_references)\b/;

/** How a transaction violates the lock order; null if it does not. */
function violation(statements: readonly Statement[]): string | null {
  const taken: string[] = [];
  const urns: string[] = [];
  let wrote = false;
  for (const statement of statements) {
    for (const { table, by } of findLocks(statement)) {
      if (wrote) return `${table} are locked after a write`;
      if (tables.indexOf(table as (typeof tables)[number]) < tables.indexOf(taken.at(-1) as 'tags')) {
        return `${table} are locked after ${taken.at(-1)}`;
      }
      if (by !== 'urn') return `${table} are locked by ${by}`;
      taken.push(table);
      if (table === 'entities') urns.push(...(statement.params[0] as string[]).toSorted(byBytes));
    }
    // New tags get their rows once their entities are locked.
    if (writes.test(statement.sql) && !statement.sql.startsWith('INSERT INTO tags (urn) SELECT'))
      wrote = true;
  }
  const ordered = inByteOrder(urns);
  return urns.every((urn, index) => urn === ordered[index]) ? null : `the order is ${urns}`;
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

const tags = ['a', 'b', '\u{1f600}', '\uff5e'].map(tagUrn);
const datasets = ['one', 'two'].map(datasetUrn);
const tagged = (urn: string, ...urns: string[]) =>
  proposal(urn, 'globalTags', { tags: urns.map((tag) => ({ tag })) });
const resources = datasets.toReversed().map((resourceUrn) => ({ resourceUrn }));
const batch = (...proposals: object[]) => writer.post(batchUrl, { proposals });
const describe = (place: object) =>
  call(writer, 'updateDescription', { input: { description: 'd', ...place } });

const owner = 'urn:li:domain:owner';
const columnTag = { globalTags: { tags: [{ tag: tags[2] }] } };

const writesOfEveryKind: [what: string, write: () => Promise<{ status: number }>][] = [
  ['a batch that creates', () => batch(tagged(datasets[1]!, ...tags), tagged(datasets[0]!, ...tags))],
  ['one proposal', () => writer.post(ingestUrl, { proposal: tagged(datasets[0]!, tags[3]!, tags[0]!) })],
  ['addTags', () => call(editor, 'batchAddTags', { input: { tagUrns: tags.toReversed(), resources } })],
  ['removeTags', () => call(editor, 'batchRemoveTags', { input: { tagUrns: tags, resources } })],
  ['a schema', () => batch(proposal(datasets[1]!, 'schemaMetadata', { fields: [field('c')] }))],
  ['updateDescription', () => describe({ resourceUrn: datasets[1] })],
  ['updateDescription of a column', () => describe({ resourceUrn: datasets[1], ...column('c') })],
  ['createTag', () => call(editor, 'createTag', { input: { id: 'new', name: 'new' } })],
  ['setTagColor', () => call(editor, 'setTagColor', { urn: tags[0], colorHex: '#123456' })],
  ['deleteTag', () => call(editor, 'deleteTag', { urn: tagUrn('new') })],
  [
    'a batch of everything',
    () =>
      batch(
        patchProposal(datasets[1]!, 'globalTags', [add(`/tags/${tagUrn('z')}`, { tag: tagUrn('z') })]),
        patchProposal(datasets[0]!, 'editableSchemaMetadata', [
          add(`/editableSchemaFieldInfo/c/globalTags/tags/${tags[2]}`, { tag: tags[2] }),
        ]),
        proposal(tags[1]!, 'tagProperties', { name: 'x' }),
        proposal(containerUrn('c'), 'containerProperties', { name: 'x' }),
        deletion(datasets[1]!, 'globalTags'),
        deletion(tags[0]!, 'tagKey'),
      ),
  ],
  [
    'a batch that deletes',
    () =>
      batch(
        deletion(tags[1]!, 'tagKey'),
        deletion(datasets[1]!, 'datasetKey'),
        patchProposal(datasets[0]!, 'globalTags', [remove(`/tags/${tags[3]}`)]),
      ),
  ],
  [
    'a batch that refers',
    () =>
      batch(
        ...datasets.map((urn) => proposal(urn, 'ownership', { owners: [{ owner }] })),
        ...datasets.map((urn) => proposal(urn, 'schemaMetadata', { fields: [field('c', columnTag)] })),
        ...datasets.map((urn) =>
          proposal(urn, 'editableSchemaMetadata', {
            editableSchemaFieldInfo: [
              { fieldPath: 'c', ...columnTag, glossaryTerms: { terms: [{ urn: owner }] } },
            ],
          }),
        ),
      ),
  ],
  ['a deletion of references', () => deleteReferences(writer, owner)],
  ['a deletion of references to a tag', () => deleteReferences(writer, tags[2])],
  [
    'batchUpdateSoftDeleted',
    () => call(writer, 'batchUpdateSoftDeleted', { input: { urns: datasets.toReversed(), deleted: true } }),
  ],
  [
    'a deletion of events',
    () => writer.post('/entities?action=delete', { urn: datasets[0], aspectName: 'operation' }),
  ],
  ['a deletion of an entity', () => writer.post('/entities?action=delete', { urn: datasets[0] })],
];

t.test('every kind of write locks entities and tags in the one order', async (t) => {
  for (const [what, write] of writesOfEveryKind) {
    take();
    t.equal((await write()).status, 200, `${what} succeeds`);
    await catalog.services.flush();
    const all = take();
    t.ok(all.flat().flatMap(findLocks).length > 0, `${what} locks rows`);
    for (const statements of all) t.equal(violation(statements), null, what);
  }
});

t.test('a tag that does not exist when it is locked is not changed, even if it exists later', async (t) => {
  const unknown = { urn: tagUrn('unknown'), colorHex: '#123456' };
  for (const [name, args] of [
    ['setTagColor', unknown],
    ['updateTag', { urn: unknown.urn, input: { urn: unknown.urn, name: 'x' } }],
  ] as const) {
    take();
    t.match(await call(editor, name, args), { error: { type: 'NOT_FOUND' } }, name);
    t.strictSame(
      take()
        .flat()
        .filter(({ sql }) => writes.test(sql)),
      [],
      name,
    );
  }
});

t.test('a batch that writes the same tags in two runs locks all of them', async (t) => {
  const [dataset, stays, added] = [datasetUrn('twice'), tagUrn('stays'), tagUrn('added')];
  await batch(tagged(dataset, stays), proposal(datasetUrn('gone'), 'status', {}));
  take();
  const answer = await batch(
    patchProposal(dataset, 'globalTags', [add(`/tags/${added}`, { tag: added })]),
    deletion(datasetUrn('gone'), 'datasetKey'),
    patchProposal(dataset, 'globalTags', [remove(`/tags/${added}`)]),
  );
  t.equal(answer.status, 200);
  await catalog.services.flush();
  const last = take().findLast((statements) => statements.some(({ sql }) => writes.test(sql)))!;
  const locked = last.filter((one) => findLocks(one).some(({ table }) => table === 'entities'));
  t.ok(locked.flatMap(({ params }) => params[0]).includes(stays), 'the tag that stays is locked');
});

t.test('a tag change is one statement', async (t) => {
  // Until the background has done this, a tag could still have places of a deleted one.
  await clearDeletedTags(catalog.db);
  await batch(tagged(datasets[0]!, tags[0]!));
  const write = (name: 'addTag' | 'removeTag') =>
    call(editor, name, { input: { tagUrn: tags[0], resourceUrn: datasets[0] } });
  for (const name of ['removeTag', 'addTag'] as const) {
    take();
    t.equal((await write(name)).status, 200);
    await catalog.services.flush();
    t.equal(take().filter((all) => all.some(({ sql }) => writes.test(sql))).length, 1, name);
  }
});

t.test('a transaction in another order is noticed', async (t) => {
  const lock = (table: string, by: string, urns: string[] = []) => ({
    sql: `SELECT urn FROM ${table} WHERE urn = ANY($1::text[]) ORDER BY ${by} FOR UPDATE`,
    params: [urns],
  });
  const write = { sql: 'DELETE FROM aspects', params: [] };
  const cases: Statement[][] = [
    [lock('tags', 'urn'), lock('entities', 'urn')],
    [lock('entities', 'type')],
    [lock('entities', 'urn', ['urn:b']), lock('entities', 'urn', ['urn:a'])],
    [write, lock('tags', 'urn')],
  ];
  for (const statements of cases) t.not(violation(statements), null, JSON.stringify(statements));
});

t.test('metadata is locked in one file, and written in twelve', async (t) => {
  const source = fileURLToPath(new URL('src', root));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const filesWith = (pattern: RegExp) =>
    files
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !file.startsWith('db/generated/'))
      .filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')));
  const locking = filesWith(/\bFOR ((NO KEY )?UPDATE|KEY SHARE)\b/);
  const ofMetadata = /^(aspects|columns|containers|entities|ingest|search|tags)\//;
  t.strictSame(
    locking.filter((file) => ofMetadata.test(file)).sort(),
    // The fill of search documents and a reindex lock the row of their own state.
    ['aspects/lock-store.ts', 'search/documents/rebuild-store.ts', 'search/documents/reindex-store.ts'],
  );
  t.strictSame(filesWith(/INSERT INTO aspects\b/), ['aspects/record-sql.ts']);
  t.strictSame(
    filesWith(/\b(INSERT INTO|DELETE FROM|UPDATE) (entities|aspects|(?:current_)?global_tags)\b/).sort(),
    [
      'aspects/aspect-store.ts',
      // When edges of lineage were written, of entities that the fill has locked.
      'aspects/edges/fill-store.ts',
      'aspects/entity-store.ts',
      'aspects/lock-store.ts',
      'aspects/record-sql.ts',
      'columns/orphans-store.ts',
      'tags/association-store.ts',
      'tags/deleted-places-store.ts',
      'tags/edited-tags-store.ts',
      'tags/global-tags-store.ts',
      'tags/restore-store.ts',
      'tags/take-back-sql.ts',
    ],
  );
});
