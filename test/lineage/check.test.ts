import t from 'tap';
import { fillEdges } from '../../src/aspects/edges/fill.js';
import { lineageFinding } from '../../src/operations/doctor/lineage.js';
import { reindexNext } from '../../src/search/documents/reindex-store.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { testDatabase } from '../support/database.js';

t.test('the doctor compares edges with their aspects, and a reindex writes them again', async (t) => {
  const db = await testDatabase(t, 'sample');
  const storage = { db, aspects: storedAspects };
  const check = () => lineageFinding(db);
  t.match(await check(), { check: 'lineage', state: 'ok', text: /^the edges of \d+ aspects/ });

  await db.query(
    `UPDATE lineage_edges SET downstream = 'urn:li:tag:x' WHERE position = 0 AND aspect = 'chartInfo'`,
  );
  t.match(await check(), {
    state: 'error',
    text: /aspects differ from them, such as chartInfo of urn:li:chart:/,
  });
  for (let last: string | null = ''; last !== null; ) ({ last } = await reindexNext(storage, last));
  t.match(await check(), { state: 'warning', text: /^the edges of \d+ aspects are not written yet/ });
  while (await fillEdges(storage));
  t.match(await check(), { state: 'ok' });

  await db.query(`DELETE FROM lineage_edges WHERE position = 0 AND aspect = 'dashboardInfo'`);
  t.match(await check(), { state: 'error', text: /dashboardInfo/ }, 'also one that is missing');
});
