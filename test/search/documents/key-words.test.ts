import { readFile } from 'node:fs/promises';
import t from 'tap';
import { decodedPart } from '../../../src/aspects/key-aspect.js';
import { migrationsFolder } from '../../../src/db/migrations/folder.js';
import { fillNext, fillState } from '../../../src/search/documents/rebuild-store.js';
import { storedAspects } from '../../../src/stored-aspects.js';
import { aspectCatalog, freshDataset, proposal } from '../../support/aspects.js';
import { matches } from '../../support/search.js';

const { db, put } = await aspectCatalog(t);
const own = `${migrationsFolder}/20261126030000_key_words/migration.sql`;
const migrate = async () => db.query(await readFile(own, 'utf8'), [], { unprepared: true });
const found = (query: string) => matches(db, { query });

t.test('documents of an earlier build get the words of encoded parts in the background', async (t) => {
  await put(proposal(freshDataset(), 'status', {}));
  await db.query(`UPDATE search_state SET reindexed_to = 'urn:li:dataset:x'`);
  await migrate();
  t.equal((await fillState(db.query)).filledTo, null, 'no URN has such a part');

  const urn = freshDataset('sales %28draft%29');
  await put(proposal(urn, 'status', {}));
  t.strictSame(await found('draft'), [urn]);
  // As earlier builds wrote it.
  await db.query(
    `UPDATE search_documents SET key_words = '''sales'':1A ''28draft'':2A', key_names = 'x' WHERE urn = $1`,
    [urn],
  );
  t.strictSame(await found('draft'), []);

  await migrate();
  t.match(await fillState(db.query), { filledTo: '' });
  const [state] = await db.query<{ reindexed_to: string | null }>('SELECT reindexed_to FROM search_state');
  t.equal(state!.reindexed_to, null, 'a reindex that was ended begins again');
  while (await fillNext({ db, aspects: storedAspects }));
  t.equal((await fillState(db.query)).filledTo, null);
  t.strictSame(await found('draft'), [urn]);
});

t.test('a part of a URN is decoded as far as it is percent-encoded UTF-8', async (t) => {
  for (const [part, expected] of [
    ['a%2Cb %28c%29', 'a,b (c)'],
    ['caf%C3%A9', 'café'],
    ['100%_x', '100%_x'],
    ['50%25 off', '50% off'],
    ['%FF%28x', '%FF(x'],
    ['a%00b%0Ac', 'a b c'],
    ['%', '%'],
  ] as const)
    t.equal(decodedPart(part), expected);
});
