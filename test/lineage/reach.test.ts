import t from 'tap';
import type { Actor } from '../../src/core/actor.js';
import { placeUrn, toPlace } from '../../src/core/column-urn.js';
import type { Direction } from '../../src/lineage/direction.js';
import { type ReachRequest, tagReach } from '../../src/lineage/reach.js';
import { reachStore } from '../../src/lineage/reach-store.js';
import { lineageWalks } from '../../src/lineage/walk.js';
import { walkStore } from '../../src/lineage/walk-store.js';
import { createVisibility, everything } from '../../src/visibility/visibility.js';
import { batchUrl, proposal } from '../support/aspects.js';
import { type Caller, testCatalog } from '../support/catalog.js';
import { testDatabase } from '../support/database.js';
import { column, enlarge, listPairs, names, randomGraph, writeGraph } from '../support/lineage-graph.js';
import {
  aspect,
  call,
  datasetUrn,
  done,
  field,
  column as inColumn,
  tagsWith,
  tagUrn,
  writeAspects,
} from '../support/metadata.js';
import { seeded } from '../support/random.js';

const pii = tagUrn('pii');

t.test('the reach of a tag is what plain searches from its places find', async (t) => {
  const { pick, below, ...choose } = seeded(t);
  const db = await testDatabase(t);
  const visibility = createVisibility(db, everything);
  const { walkFrom } = lineageWalks(walkStore(db, visibility), { maxRelations: 40_000, maxMs: 600_000 });
  const reach = tagReach({
    walkFrom,
    store: reachStore(db, visibility),
    pageSizeMax: 1_000,
    maxPlaces: 1_000,
  });
  const actor = { urn: 'urn:li:corpuser:a' } as Actor;
  const datasets = names(12);
  const paths = ['a', 'b', 'c', 'd', ...Array.from({ length: 12 }, (_, index) => `m${index}`)];
  for (let run = 0; run < 6; run += 1) {
    const graph = randomGraph({ pick, below, ...choose }, datasets);
    enlarge(graph, datasets[2 + run]!);
    await writeGraph(db, graph);
    const tagged = new Set<string>();
    const tag = (urn: string) => below(12) === 0 && tagged.add(urn) !== undefined;
    await writeAspects(
      db,
      datasets.flatMap((urn) => [
        aspect(urn, 'globalTags', tag(urn) ? tagsWith('pii') : { tags: [] }),
        aspect(urn, 'schemaMetadata', {
          ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '' },
          platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
          fields: paths.map((path) =>
            field(path, tag(column(urn, path)) ? { globalTags: tagsWith('pii') } : {}),
          ),
        }),
      ]),
      { time: 1, actor: actor.urn },
    );
    await writeAspects(db, [aspect(pii, 'tagProperties', { name: 'pii' })], { time: 1, actor: actor.urn });
    const [ofColumns, ofEntities] = [listPairs(graph, true), listPairs(graph, false)];
    for (const direction of ['UPSTREAM', 'DOWNSTREAM'] as const)
      for (const maxHops of [1, 2, 1_000]) {
        const request: ReachRequest = { tagUrn: pii, direction, maxHops, count: 1_000 };
        const answer = await reach(actor, request);
        const rows = answer.reached.map((place) => [
          placeUrn(place),
          `${place.degree} ${place.via} ${place.carriesTag}`,
        ]);
        const expected = expectReach(ofColumns, ofEntities, tagged, direction, maxHops);
        t.same(Object.fromEntries(rows), Object.fromEntries(expected), `run ${run} ${direction} ${maxHops}`);
        t.equal(rows.length, answer.total);
        t.equal(answer.untagged, [...expected.values()].filter((row) => row.endsWith('false')).length);
        for (const place of answer.reached) {
          const path = place.path().map(placeUrn);
          t.ok(tagged.has(path[0]!), 'a path begins where the tag is');
          t.equal(path.at(-1), placeUrn(place));
        }
        const missing = await reach(actor, { ...request, onlyUntagged: true });
        t.same(
          missing.reached.map(placeUrn),
          answer.reached.filter(({ carriesTag }) => !carriesTag).map(placeUrn),
        );
      }
  }
});

type Pairs = readonly (readonly [up: string, down: string])[];

/** Places by URN: degree, via, and whether the tag is there. */
function expectReach(
  ofColumns: Pairs,
  ofEntities: Pairs,
  tagged: ReadonlySet<string>,
  direction: Direction,
  maxHops: number,
): Map<string, string> {
  const turn = (pairs: Pairs) =>
    (direction === 'UPSTREAM' ? pairs.map(([up, down]) => [down, up]) : pairs) as Pairs;
  const entityUrn = (urn: string) => toPlace(urn)!.urn;
  const isColumn = (urn: string) => entityUrn(urn) !== urn;
  const columnPairs = turn(ofColumns);
  const connected = new Set(columnPairs.map(([near, far]) => `${entityUrn(near)} ${entityUrn(far)}`));
  const entityPairs = turn(ofEntities);
  const byColumn = new Map<string, number>();
  const starts = [...tagged].filter(isColumn);
  search(new Map(starts.map((urn) => [urn, 0])), byColumn, (urn) =>
    columnPairs.flatMap(([near, far]) => (near === urn && far !== near ? [far] : [])),
  );
  const seeds = new Map([...tagged].filter((urn) => !isColumn(urn)).map((urn) => [urn, 0]));
  for (const [urn, degree] of [...starts.map((urn) => [urn, 0] as const), ...byColumn])
    seeds.set(`of ${entityUrn(urn)}`, Math.min(degree, seeds.get(`of ${entityUrn(urn)}`) ?? degree));
  const byEntity = new Map<string, number>();
  search(seeds, byEntity, (urn) =>
    entityPairs.flatMap(([near, far]) => {
      const isOwn = near === urn || (`of ${near}` === urn && !connected.has(`${near} ${far}`));
      return isOwn && far !== near ? [far] : [];
    }),
  );
  const carries = (urn: string, via: string) =>
    tagged.has(urn) || (via === 'DATASET' && starts.some((column) => entityUrn(column) === urn));
  const toRows = (degrees: Map<string, number>, via: string) =>
    [...degrees].map(([urn, degree]) => [urn, `${degree} ${via} ${carries(urn, via)}`] as const);
  return new Map([...toRows(byEntity, 'DATASET'), ...toRows(byColumn, 'COLUMN')]);

  function search(
    seeds: ReadonlyMap<string, number>,
    degrees: Map<string, number>,
    step: (urn: string) => readonly string[],
  ) {
    const explored = new Set<string>();
    for (let hop = 1; hop <= Math.min(maxHops, 50); hop += 1) {
      const level = [
        ...[...seeds].filter(([, degree]) => degree === hop - 1).map(([urn]) => urn),
        ...[...degrees].filter(([, degree]) => degree === hop - 1).map(([urn]) => urn),
      ];
      for (const urn of level) {
        if (explored.has(urn)) continue;
        explored.add(urn);
        for (const far of step(urn)) if (!degrees.has(far)) degrees.set(far, hop);
      }
    }
  }
}

const reachDocument = `query ($input: TagReachInput!) {
  tagReach(input: $input) {
    start count total isPartial untagged
    reached { entity { urn } fieldPath degree via carriesTag removed removedBy { urn }
              path { entity { urn } fieldPath } } } }`;

interface Row {
  readonly entity: { readonly urn: string };
  readonly fieldPath: string | null;
  readonly via: string;
  readonly carriesTag: boolean;
  readonly removedBy: { readonly urn: string } | null;
}

async function readReach(caller: Caller, input: object) {
  const { body } = await caller.graphql(reachDocument, { input: { direction: 'DOWNSTREAM', ...input } });
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  return body.data.tagReach;
}

const toLine = ({ entity, fieldPath, via, carriesTag }: Row) =>
  `${entity.urn.split(',')[1]}${fieldPath ? `#${fieldPath}` : ''} ${via} ${carriesTag ? 'has it' : 'lacks it'}`;

const [raw, clean, report] = ['raw', 'clean', 'report'].map(datasetUrn) as [string, string, string];
const chart = 'urn:li:chart:(looker,sales)';

t.test('a person who tags one column sees where the tag was forgotten', async (t) => {
  const catalog = await testCatalog(t);
  const steward = await catalog.user('steward', ['EDIT_ENTITY', 'CREATE_TAGS']);
  const schema = (urn: string, ...fields: object[]) =>
    proposal(urn, 'schemaMetadata', {
      ...{ schemaName: 's', platform: 'urn:li:dataPlatform:hive', version: 0, hash: '', fields },
      platformSchema: { 'com.linkedin.schema.OtherSchema': { rawSchema: '' } },
    });
  const version2 = '[version=2.0].[type=struct].[type=string].email';
  const { status } = await steward.post(batchUrl, {
    proposals: [
      schema(raw, field('id'), field('email')),
      schema(clean, field(version2)),
      schema(report, field('email')),
      proposal(clean, 'upstreamLineage', {
        upstreams: [{ dataset: raw, type: 'TRANSFORMED' }],
        fineGrainedLineages: [
          {
            ...{ upstreamType: 'FIELD_SET', downstreamType: 'FIELD' },
            upstreams: [column(raw, 'email')],
            downstreams: [column(clean, 'email'), column(clean, 'dropped')],
          },
        ],
      }),
      proposal(report, 'upstreamLineage', { upstreams: [{ dataset: clean, type: 'TRANSFORMED' }] }),
      proposal(chart, 'chartInfo', { title: 'Sales', description: '', lastModified: {}, inputs: [] }),
      proposal(chart, 'inputFields', { fields: [{ schemaFieldUrn: column(clean, 'email') }] }),
    ],
  });
  t.equal(status, 200);
  t.same(await call(steward, 'createTag', { input: { id: 'pii', name: 'PII' } }), {
    status: 200,
    value: pii,
  });
  t.same(await readReach(steward, { tagUrn: pii }), {
    ...{ start: 0, count: 20, total: 0, isPartial: false, untagged: 0, reached: [] },
  });
  const add = (resourceUrn: string, path?: string) =>
    call(steward, 'addTags', { input: { tagUrns: [pii], resourceUrn, ...(path && inColumn(path)) } });
  t.strictSame(await add(raw, 'email'), done);

  const first = await readReach(steward, { tagUrn: pii });
  t.same(first.reached.map(toLine), [
    `clean#${version2} COLUMN lacks it`,
    'sales) COLUMN lacks it',
    'report DATASET lacks it',
  ]);
  t.match(first, { total: 3, untagged: 3, isPartial: false }, 'a column that no schema has is left out');
  t.same(first.reached[0].path, [
    { entity: { urn: raw }, fieldPath: 'email' },
    { entity: { urn: clean }, fieldPath: version2 },
  ]);

  // The column is tagged under its simple path, and the report in a column.
  t.strictSame(await add(clean, 'email'), done);
  t.strictSame(await add(report, 'email'), done);
  const second = await readReach(steward, { tagUrn: pii });
  t.same(second.reached.map(toLine), [
    'sales) COLUMN lacks it',
    `clean#${version2} COLUMN has it`,
    'report DATASET has it',
  ]);
  t.equal(second.untagged, 1);

  const remover = await catalog.user('remover', ['EDIT_ENTITY']);
  const input = { tagUrn: pii, resourceUrn: clean, ...inColumn('email') };
  t.strictSame(await call(remover, 'removeTag', { input }), done);
  const third = await readReach(steward, { tagUrn: pii });
  t.match(third.reached[0], { carriesTag: false, removed: true, removedBy: { urn: remover.urn } });
  t.equal(third.untagged, 1, 'a tag that a person removed is not forgotten');
  t.same((await readReach(steward, { tagUrn: pii, onlyUntagged: true })).reached.map(toLine), [
    'sales) COLUMN lacks it',
  ]);
  t.same((await readReach(steward, { tagUrn: pii, start: 2, count: 1 })).reached.map(toLine), [
    'report DATASET has it',
  ]);
  const upstream = await readReach(steward, { tagUrn: pii, direction: 'UPSTREAM' });
  t.same(upstream.reached.map(toLine), ['clean DATASET lacks it', 'raw DATASET has it']);
});

t.test('the undo of an addition leaves the tag missing', async (t) => {
  const catalog = await testCatalog(t);
  const steward = await catalog.user('steward', ['EDIT_ENTITY', 'CREATE_TAGS']);
  const { status } = await steward.post(batchUrl, {
    proposals: [
      proposal(raw, 'status', { removed: false }),
      proposal(clean, 'upstreamLineage', { upstreams: [{ dataset: raw, type: 'TRANSFORMED' }] }),
    ],
  });
  t.equal(status, 200);
  await call(steward, 'createTag', { input: { id: 'pii', name: 'PII' } });
  const input = (resourceUrn: string) => ({ input: { tagUrns: [pii], resourceUrn } });
  t.strictSame(await call(steward, 'addTags', input(raw)), done);
  t.strictSame(await call(steward, 'addTags', input(clean)), done);
  const { body } = await steward.graphql(
    'query ($input: ChangesInput!) { changes(input: $input) { changes { id operation } } }',
    { input: { urn: clean, categories: ['TAG'] } },
  );
  const [{ id }] = body.data.changes.changes;
  t.strictSame(await call(steward, 'undoChange', { id }), done);
  t.match(await readReach(steward, { tagUrn: pii }), {
    untagged: 1,
    reached: [{ entity: { urn: clean }, carriesTag: false, removed: false, removedBy: null }],
  });
});

t.test('requests that cannot be answered say why', async (t) => {
  const catalog = await testCatalog(t);
  const reader = await catalog.user('reader', []);
  const ask = async (input: object) =>
    (await reader.graphql(reachDocument, { input: { direction: 'DOWNSTREAM', ...input } })).body.errors[0];
  t.match(await ask({ tagUrn: pii }), {
    extensions: { type: 'NOT_FOUND' },
    message: /There is no tag "urn:li:tag:pii"/,
  });
  t.match(await ask({ tagUrn: raw }), { extensions: { type: 'BAD_REQUEST' }, message: /tagUrn/ });
  t.match(await ask({ tagUrn: pii, maxHops: 0 }), { message: 'maxHops must be from 1 to 1000, not 0' });
  t.match(await ask({ tagUrn: pii, count: 1_001 }), { message: /count is 1001/ });
});
