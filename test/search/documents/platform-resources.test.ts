import { readFile } from 'node:fs/promises';
import t from 'tap';
import { migrationsFolder } from '../../../src/db/migrations/folder.js';
import { fillNext, fillState } from '../../../src/search/documents/rebuild-store.js';
import { storedAspects } from '../../../src/stored-aspects.js';
import { aspectCatalog, freshDataset, proposal } from '../../support/aspects.js';
import { matches } from '../../support/search.js';

const { db, put } = await aspectCatalog(t);
const own = `${migrationsFolder}/20261128050000_platform_resource_fields/migration.sql`;
const migrate = async () => db.query(await readFile(own, 'utf8'), [], { unprepared: true });
const found = () => matches(db, { types: ['platformResource'], query: '/q primaryKey:"pii"' });

t.test('platform resources of an earlier build get their fields in the background', async (t) => {
  await put(proposal(freshDataset(), 'status', {}));
  await migrate();
  t.equal((await fillState(db.query)).filledTo, null, 'there are none');

  const urn = 'urn:li:platformResource:x';
  await put(proposal(urn, 'platformResourceInfo', { resourceType: 'Tag', primaryKey: 'pii' }));
  t.strictSame(await found(), [urn]);
  await db.query(`UPDATE search_documents SET fields = '{}' WHERE urn = $1`, [urn]);
  t.strictSame(await found(), []);

  await db.query(`UPDATE search_state SET filled_to = 'urn:li:a', done = 1, total = 2`);
  await migrate();
  t.match(await fillState(db.query), { filledTo: 'urn:li:a', done: 1 }, 'an unfinished fill continues');
  await db.query(`UPDATE search_state SET filled_to = NULL`);
  await migrate();
  t.match(await fillState(db.query), { filledTo: 'urn:li:platformResource:', done: 0, total: 1 });
  while (await fillNext({ db, aspects: storedAspects }));
  t.strictSame(await found(), [urn]);
});
