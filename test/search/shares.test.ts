import { EventEmitter, once } from 'node:events';
import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { Deadline } from '../../src/core/deadline.js';
import type { Database } from '../../src/db/database.js';
import { aspectCatalog, proposal } from '../support/aspects.js';
import { rule, searchRequest } from '../support/search.js';

/** Statements over the documents wait here after they have got their caller's share, until `release` is called. */
const begun: (Deadline | undefined)[] = [];
const events = new EventEmitter();
let release = () => {};
let released = Promise.resolve();
let connections = 4;

const held = (db: Database): Database => {
  connections = db.pools()[0]?.max ?? connections;
  return {
    ...db,
    read: async (sql, params, options) => {
      if (/search_documents/.test(sql)) {
        begun.push(options?.deadline);
        events.emit('begun');
        await released;
      }
      return db.read(sql, params, options);
    },
  };
};

const { services, put, writer } = await aspectCatalog(t, { wrap: held }, []);
const { search } = services.search;
const [tag, urn] = ['urn:li:tag:PII', 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)'];
await put(proposal(tag, 'tagProperties', { name: 'PII' }), proposal(urn, 'globalTags', { tags: [{ tag }] }));

const createActor = (id: string): Actor => ({
  urn: id === 'writer' ? writer.urn : `urn:li:corpuser:${id}`,
  can: () => true,
  deadline: new Deadline(),
});
const tagged = searchRequest({ filter: [[rule('tags', [tag])]] });
const heavy = searchRequest({ query: '*orders*' });

t.test('heavy searches take no more than a caller’s share, and light ones do not wait', async (t) => {
  // The first search of a process also reads whether all documents are there.
  await search(createActor('writer'), tagged, {});
  const [ann, bob] = [createActor('ann'), createActor('bob')];
  const perActor = Math.max(1, Math.floor(Math.floor(connections * 0.6) / 2));
  const runningFor = ({ deadline }: Actor) => begun.filter((each) => each === deadline).length;
  const untilRunning = async (actor: Actor, count: number) => {
    while (runningFor(actor) < count) await once(events, 'begun');
  };

  released = new Promise((resolve) => {
    release = resolve;
  });
  const searches = Array.from({ length: 10 }, () => search(ann, heavy, {}));
  await untilRunning(ann, perActor);
  for (let n = 0; n < 20; n += 1) {
    const { hits } = await search(ann, tagged, {});
    t.strictSame(
      hits.map((hit) => hit.urn),
      [urn],
    );
    searches.push(search(ann, heavy, {}));
  }
  searches.push(search(ann, tagged, { start: 1 }));
  t.equal(runningFor(ann), perActor, 'light searches between them let no more heavy ones run');

  const another = search(bob, heavy, {});
  await untilRunning(bob, 1);
  t.equal((await search(bob, tagged, {})).hits.length, 1);
  t.equal(runningFor(ann), perActor);
  release();
  t.equal((await another).hits.length, 1);
  t.equal((await Promise.all(searches)).length, 31);
});
