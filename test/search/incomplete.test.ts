import t from 'tap';
import type { Requester } from '../../src/core/actor.js';
import { fillNext, startFill } from '../../src/search/documents/rebuild-store.js';
import { warnWhileIncomplete } from '../../src/search/incomplete.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { testCatalog } from '../support/catalog.js';
import { testDatabase } from '../support/database.js';
import { warningsIn } from '../support/warnings.js';

t.test('answers warn while documents are missing, and nothing is read from then on', async (t) => {
  const db = await testDatabase(t, 'sample');
  let reads = 0;
  const warning = warnWhileIncomplete((...args) => {
    reads += 1;
    return db.read(...args);
  });
  const warnings = async () => {
    const requester: Requester = { urn: 'urn:li:corpuser:a' };
    await warning(requester);
    return [...(requester.warnings ?? [])];
  };
  await startFill(db);
  t.match(await warnings(), [/^search is incomplete: it finds 0 of \d+ entities so far$/]);
  await fillNext({ db, aspects: storedAspects }, 4);
  t.match(await warnings(), [/it finds 4 of \d+ entities/]);
  while (await fillNext({ db, aspects: storedAspects }));
  for (const _ of [1, 2, 3]) t.same(await warnings(), []);
  t.equal(reads, 3);

  const other = warnWhileIncomplete(db.read);
  const requester: Requester = { urn: 'urn:li:corpuser:a' };
  await other(requester);
  t.equal(requester.warnings, undefined);
});

t.test('every answer of a search over GraphQL warns, and is complete for what is there', async (t) => {
  const { db, user } = await testCatalog(t, { sample: true });
  const reader = await user('reader');
  await startFill(db);
  const queries = [
    'searchAcrossEntities(input: {query: "*"}) { total }',
    'scrollAcrossEntities(input: {query: "*"}) { searchResults { entity { urn } } }',
    'search(input: {type: DATASET, query: "*"}) { total }',
    'aggregateAcrossEntities(input: {query: "*"}) { facets { field } }',
    'autoComplete(input: {type: DATASET, query: "a"}) { suggestions }',
    'autoCompleteForMultiple(input: {types: [DATASET], query: "a"}) { suggestions { suggestions } }',
  ];
  const readWarnings = async (query: string) => {
    const answer = await reader.graphql(`{ ${query} }`);
    t.equal(answer.body.errors, undefined, query);
    t.strictSame(answer.body.extensions, {}, query);
    return warningsIn(answer);
  };
  for (const query of queries)
    t.match(await readWarnings(query), [/^search is incomplete: it finds 0 of \d+/], query);
  while (await fillNext({ db, aspects: storedAspects }));
  for (const query of queries) t.strictSame(await readWarnings(query), [], query);
});
