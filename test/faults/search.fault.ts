import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { batchUrl, ingestUrl, proposal } from '../support/aspects.js';
import { datasetUrn, deadlocks, field, tagUrn } from '../support/metadata.js';
import { documentsAndRefilled } from '../support/stored-documents.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';
import { guarantee } from './guarantee.js';
import { type Client, client, type Reply, readData } from './support/client.js';
import { load } from './support/ledger.js';
import { replicas } from './support/replicas.js';
import { rounds } from './support/rounds.js';
import {
  changingTags,
  commonTag,
  found,
  scrolled,
  searchWriters,
  standingDataset,
  toOneAtRandom,
  withTag,
} from './support/search-writers.js';
import { service } from './support/service.js';
import { fillStarted } from './support/started-folder.js';
import { opened, withoutServer } from './support/targets.js';

const times = { least: 2, most: 12, seconds: 4 };
const scrolls = { least: 2, most: 12, seconds: 4 };
const standingCount = 300;
const writerCount = 24;

/** Processes of the service, by the database that they share. `stopped` opens that database once they have ended. */
const targets: Record<string, (t: Test) => Promise<{ clients: Client[]; stopped: () => Promise<Database> }>> =
  {
    PostgreSQL: async (t) => {
      const { services, db, admin } = await replicas(t);
      const stopped = async () => {
        for (const one of services) t.equal(await one.stop(), 0);
        return db;
      };
      return { clients: admin, stopped };
    },
    embedded: async (t) => {
      const one = await service(t);
      await fillStarted(t, one.dataDir);
      await one.start();
      const stopped = async () => {
        t.equal(await one.stop(), 0);
        const db = await opened(undefined, one.dataDir);
        t.teardown(() => db.close());
        return db;
      };
      return { clients: [client(one.url, one.token()!)], stopped };
    },
  };

const association = (resourceUrn: string, tag: string, column?: string) => ({
  input: {
    ...{ resourceUrn, tagUrn: tag },
    ...(column && { subResource: column, subResourceType: 'DATASET_FIELD' }),
  },
});

/** Writes about a dataset and a tag, each with the searches that find the dataset from then on, and those that do not. */
function writes(dataset: string, tag: string, word: string) {
  const put = (name: string, value: object) => (to: Client) =>
    to.post(ingestUrl, { proposal: proposal(dataset, name, value) });
  const mutate = (name: string, column?: string) => (to: Client) =>
    to.graphql(
      `mutation ($input: TagAssociationInput!) { ${name}(input: $input) }`,
      association(dataset, tag, column),
    );
  const remove = (urn: string) => (to: Client) => to.post('/entities?action=delete', { urn });
  const [old, renamed, label] = [`old${word}`, `new${word}`, `label${word}`];
  const schema = {
    ...{ schemaName: 'x', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
    platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    fields: [field(`col${word}`)],
  };
  const [byOld, byNew, byLabel] = [{ query: old }, { query: renamed }, { query: label }];
  const byColumn = { query: `col${word}` };
  const byTag = withTag(tag);
  const steps: [write: (to: Client) => Promise<Reply>, finds: object[], findsNot: object[]][] = [
    [put('datasetProperties', { name: old }), [byOld], [byNew, byTag]],
    [put('schemaMetadata', schema), [byOld, byColumn], [byTag]],
    [
      (to) =>
        to.graphql('mutation ($input: CreateTagInput!) { createTag(input: $input) }', {
          input: { id: tag.slice('urn:li:tag:'.length), name: 'x' },
        }),
      [byOld],
      [byTag],
    ],
    [mutate('addTag'), [byTag], [byLabel]],
    [
      (to) =>
        to.graphql(
          'mutation ($urn: String!, $input: TagUpdateInput!) { updateTag(urn: $urn, input: $input) { urn } }',
          {
            urn: tag,
            input: { urn: tag, name: label },
          },
        ),
      [byTag, byLabel],
      [],
    ],
    [put('datasetProperties', { name: renamed }), [byNew, byTag], [byOld]],
    [put('status', { removed: true }), [], [byNew, byTag, byLabel, byColumn]],
    [put('status', { removed: false }), [byNew, byTag, byLabel, byColumn], []],
    [mutate('removeTag'), [byNew], [byTag, byLabel]],
    [mutate('addTag', `col${word}`), [byTag, byLabel], []],
    [
      (to) => to.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn: tag }),
      [byNew],
      [byTag, byLabel],
    ],
    [remove(dataset), [], [byNew, byTag, byColumn]],
  ];
  return steps;
}

/** What is written is found by the next search of every process. */
async function nextSearches(t: Test, name: string, clients: readonly Client[]) {
  let [done, written, searched] = [0, 0, 0];
  const wrong: string[] = [];
  for (const round of rounds(times)) {
    done = round;
    const [dataset, tag] = [datasetUrn(`next.set_${round}`), tagUrn(`next_${round}`)];
    for (const [step, [write, finds, findsNot]] of writes(dataset, tag, `heron${round}x`).entries()) {
      readData(await write(clients[(round + step) % clients.length]!));
      written += 1;
      const asked = clients.flatMap((from, process) =>
        [...finds, ...findsNot].map(async (input, index) => {
          const { urns, total } = await found(from, input);
          const expected = index < finds.length ? [dataset] : [];
          searched += 1;
          if (total !== expected.length || urns.join() !== expected.join())
            wrong.push(`round ${round}, step ${step}, process ${process}, ${JSON.stringify(input)}: ${urns}`);
        }),
      );
      await Promise.all(asked);
    }
  }
  t.same(wrong, []);
  guarantee(
    t,
    `what is written is found, or no longer found, by the next search of every process (${name})`,
    {
      ...{
        processes: clients.length,
        rounds: done,
        writes: written,
        searches: searched,
        wrong: wrong.length,
      },
    },
  );
}

/** A scroll beside writers meets what was there throughout exactly once. */
async function scrollsBesideWriters(
  t: Test,
  name: string,
  clients: readonly Client[],
  stopped: () => Promise<Database>,
) {
  const any = toOneAtRandom(clients);
  const standing = Array.from({ length: standingCount }, (_, index) => datasetUrn(`standing.set_${index}`));
  for (let from = 0; from < standingCount; from += 50)
    readData(
      await any.post(batchUrl, { proposals: standing.slice(from, from + 50).flatMap(standingDataset) }),
    );

  const { writers, passing } = searchWriters(standing, writerCount);
  const { attempts, end } = load(t, [{ writers, contradictions: async () => [] }], any);
  const inputs = {
    everything: { count: 50 },
    'by URN backwards': {
      count: 70,
      sortInput: { sortCriteria: [{ field: 'urn', sortOrder: 'DESCENDING' }] },
    },
    'of a tag': { count: 30, ...withTag(commonTag) },
    'with soft-deleted ones': { count: 90, searchFlags: { includeSoftDeleted: true } },
  };
  let [done, met] = [0, 0];
  const wrong: string[] = [];
  for (const round of rounds(scrolls)) {
    done = round;
    const asked = Object.entries(inputs).map(async ([what, input]) => {
      const urns = await scrolled(any, input);
      const unique = new Set(urns);
      met += urns.length;
      const missed = standing.filter((urn) => !unique.has(urn));
      if (unique.size !== urns.length) wrong.push(`${what}: ${urns.length - unique.size} twice`);
      if (missed.length > 0) wrong.push(`${what}: ${missed.length} missed, such as ${missed[0]}`);
    });
    await Promise.all(asked);
  }
  await end();
  t.same(wrong, []);
  const refused = attempts.filter(({ reply }) => reply?.status !== 200 || reply.body?.errors);
  t.same(
    refused.slice(0, 3).map(({ reply }) => reply?.body),
    [],
    `${refused.length} of ${attempts.length} fail`,
  );

  const visible = [...passing].filter(([, removed]) => !removed).length;
  for (const from of clients) {
    t.equal((await found(from, {})).total, standingCount + visible);
    const withRemoved = { searchFlags: { includeSoftDeleted: true } };
    t.equal((await found(from, withRemoved)).total, standingCount + passing.size);
    for (const tag of [commonTag, ...changingTags]) {
      const urns = await scrolled(from, { count: 1_000, ...withTag(tag) });
      t.equal((await found(from, withTag(tag))).total, urns.length, tag);
    }
  }
  const db = await stopped();
  const figures: Record<string, number> = {};
  if (name === 'PostgreSQL') {
    // Backends report their counts about once a second.
    await sleep(1_500);
    figures.deadlocks = await deadlocks(db);
    t.equal(figures.deadlocks, 0);
  }
  await checkTaggedEntities(t, db);
  const { stored, refilled } = await documentsAndRefilled(db);
  t.strictSame(stored, refilled);
  guarantee(t, `a scroll beside writers meets what was there throughout exactly once (${name})`, {
    ...{
      processes: clients.length,
      writers: writerCount,
      writes: attempts.length,
      failed: refused.length,
    },
    ...{ scrolls: done * Object.keys(inputs).length, met, 'missed or twice': wrong.length, ...figures },
  });
}

t.jobs = 2;
for (const [name, start] of Object.entries(targets))
  t.test(name, { buffered: true, skip: name === 'PostgreSQL' && withoutServer }, async (t) => {
    const { clients, stopped } = await start(t);
    await nextSearches(t, name, clients);
    await scrollsBesideWriters(t, name, clients, stopped);
  });
