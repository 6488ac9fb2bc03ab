import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { searchFindings } from '../../src/operations/doctor/search.js';
import { startFill } from '../../src/search/documents/rebuild-store.js';
import { reindexNext } from '../../src/search/documents/reindex-store.js';
import { seedSample } from '../../src/startup/seed.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { databaseSettings, onDatabase } from '../support/database-settings.js';
import { fakeCommands } from '../support/fake-commands.js';
import { helpExamples } from '../support/help-examples.js';
import { storedDocuments } from '../support/stored-documents.js';

const findings = async (db: Database) =>
  (await searchFindings(db)).map(({ state, text }) => `${state}: ${text}`).join('\n');
const pairs = (db: Database) => db.query('SELECT * FROM tagged_entities ORDER BY tag_urn, entity_urn');

const tag = `INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
  SELECT e.urn, '', t.urn, 1, 'x' FROM entities e, tags t WHERE e.type IN ('dataset', 'container') ON CONFLICT DO NOTHING`;

const harm = [
  `DELETE FROM search_documents WHERE urn IN (SELECT urn FROM search_documents WHERE type = 'dataset' LIMIT 1)`,
  `UPDATE search_documents SET fields = fields || '{"platform":["urn:li:dataPlatform:x"]}' WHERE type = 'container'`,
  `UPDATE search_documents SET property_words = '' WHERE type = 'tag'`,
  `INSERT INTO entities (urn, type, created_at, created_by)
   VALUES ('urn:li:dataHubSecret:x', 'dataHubSecret', 1, 'x') ON CONFLICT DO NOTHING`,
  `INSERT INTO search_documents (urn, type, fields, key_names, property_names, edited_names, key_words, property_words,
                                 edited_words, column_words, edited_column_words)
   VALUES ('urn:li:dataHubSecret:x', 'dataHubSecret', '{}', 'x', '', '', '', '', '', '', '')`,
  `INSERT INTO tagged_entities VALUES ('urn:li:tag:x', 'urn:li:dataset:gone', 'dataset', false, true, 0, 0, 0)`,
  `DELETE FROM tagged_entities WHERE tag_urn IN (SELECT min(tag_urn) FROM tagged_entities)`,
  `UPDATE tagged_entities SET columns = 7, removed = true, type = 'x'
    WHERE tag_urn IN (SELECT max(tag_urn) FROM tagged_entities)`,
  `INSERT INTO tagged_entities SELECT 'urn:li:tag:never', urn, type, false, true, 0, 0, 0 FROM entities LIMIT 3`,
  `INSERT INTO counts VALUES ('platform', 'urn:li:dataPlatform:never', 'dataset', false, 3) ON CONFLICT DO NOTHING`,
];

t.test('doctor sees what is wrong, and reindex makes it right', async (t) => {
  const env = await databaseSettings(t);
  const [documents, tagged] = await onDatabase(env, async (db) => {
    await seedSample(db, 'urn:li:corpuser:admin', Date.now());
    await db.query(tag);
    t.match(
      await findings(db),
      /^ok: \d+ search documents, .*\nok: the tags of [1-9]\d* .*\nok: the counts .*\nok: parts of names/,
    );
    const before = [await storedDocuments(db), await pairs(db)];
    for (const sql of harm) await db.query(sql);
    t.match(
      await findings(db),
      /^error: 1 documents are of types that are not searchable\nerror: 1 documents and counts are of .*\nerror: 1 entities have no.*\nerror: \d+ of \d+ search documents differ.*\nerror: the tags of \d+ .* counted incorrectly/,
    );
    return before;
  });

  const [first = []] = await helpExamples('reindex');
  t.equal(first[0], 'reindex');
  const { run, printed, infoLines } = fakeCommands({ env });
  await run('reindex');
  t.match(printed.pop(), /^\d+ entities are indexed$/);
  t.same(infoLines, ['writes the edges of lineage', 'counts the values of all entities']);
  await run('doctor').catch(() => {});
  t.match(printed.join('\n'), /^ok +search +parts of names are found by an index$/m);
  await onDatabase(env, async (db) => {
    t.strictSame(await storedDocuments(db), documents);
    t.strictSame(await pairs(db), tagged);
    t.notMatch(await findings(db), /error|warning/);

    // A run that was ended after three entities, and a fill that has not begun.
    for (const sql of harm) await db.query(sql);
    await startFill(db);
    t.match(
      await findings(db),
      /^error: 1 documents.*\nerror: 1 .*\nwarning: documents are written for 0 of \d+ entities so far/,
    );
    const three = await db.query<{ urn: string }>('SELECT urn FROM entities ORDER BY urn LIMIT 3');
    await db.query('UPDATE search_state SET reindexed_to = $1', [three.at(-1)!.urn]);
  });
  printed.length = 0;
  await run('reindex');
  t.match(infoLines.at(-2), /^continues after 3 of \d+ entities/);
  const rest = Number.parseInt(printed.pop()!, 10);
  await run('reindex', '--from-start');
  t.equal(Number.parseInt(printed.pop()!, 10), rest + 3);
  await onDatabase(env, async (db) => {
    t.strictSame(await storedDocuments(db), documents);
    t.same(await db.query('SELECT filled_to, reindexed_to FROM search_state'), [
      { filled_to: null, reindexed_to: null },
    ]);
    const { last } = await reindexNext({ db, aspects: storedAspects }, '');
    t.same(await db.query('SELECT reindexed_to FROM search_state'), [{ reindexed_to: last }]);
  });
});

t.test('the examples in the help of reindex run', async (t) => {
  const env = await databaseSettings(t);
  const examples = await helpExamples('reindex');
  t.equal(examples.length, 2);
  for (const args of examples) {
    const { run, printed } = fakeCommands({ env });
    // The folder of an example is the working folder's.
    await run(...args.map((arg) => (arg === './trial' ? env.DATA_DIR! : arg)));
    t.match(printed, [/^0 entities are indexed/]);
  }
});

t.test('reindex: a database that is not migrated is refused', async (t) => {
  const { run } = fakeCommands({ env: { DATA_DIR: t.testdir() } });
  await t.rejects(run('reindex'), { name: 'StartupError', message: /lacks migrations/ });
});
