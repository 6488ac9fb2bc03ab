import { pino } from 'pino';
import t from 'tap';
import {
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
} from '../support/aspects.js';

const log: string[] = [];
const catalog = await aspectCatalog(t, {
  logger: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
});
const { batch, put } = catalog;
const written = () => catalog.db.query('SELECT urn, name, body::text FROM aspects ORDER BY urn, name');

t.test('a refusal names every bad proposal, those that fail by themselves first', async (t) => {
  const [urn, old] = [freshDataset(), freshDataset()];
  await put(proposal(old, 'datasetProperties', {}));
  const limited = await catalog.user('limited', ['EDIT_ENTITY'], { type: 'dataset', urns: [urn, old] });
  const create = proposal(old, 'datasetProperties', {}, { changeType: 'CREATE' });
  const failing = patchProposal(old, 'ownership', [{ op: 'test', path: '/owners', value: 1 }]);
  const byThemselves = [
    proposal(urn, 'status', {}),
    null as never,
    create,
    proposal('urn:li:tag:theirs', 'tagProperties', { name: 'x' }),
    proposal(urn, 'globalTags', { tags: 'mcs_abc' }),
    proposal(urn, 'operation', { timestampMillis: -1 }),
    proposal('urn:li:dataset:mcs', 'status', {}),
  ];
  const before = await written();
  const first = await batch(byThemselves, limited);
  t.match(first, refusal(400, /^5 of 7 proposals are refused\. proposals\[1\]: .*; proposals\[6\]: /));
  t.strictSame(first.body.failureCount, 5);
  t.match(first.body.failures, [
    { index: 1, urn: null, aspect: null, status: 400, reason: /proposal is invalid/ },
    { index: 3, urn: 'urn:li:tag:theirs', aspect: 'tagProperties', status: 403, reason: /^Unauthorized/ },
    { index: 4, urn, aspect: 'globalTags', status: 422, reason: /does not fit its model/ },
    { index: 5, urn, aspect: 'operation', status: 400, reason: /timestampMillis is -1/ },
    { index: 6, urn: 'urn:li:dataset:mcs', aspect: 'status', status: 400, reason: /wrong form/ },
  ]);
  const bad = new Set([1, 3, 4, 5, 6]);
  const applied = await batch(
    [
      ...byThemselves.filter((_, index) => !bad.has(index)),
      failing,
      failing,
      proposal(urn, 'domains', {}, { changeType: 'UPDATE' }),
      deletion(old, 'datasetKey'),
      proposal(old, 'datasetProperties', {}, { changeType: 'UPDATE' }),
      proposal(urn, 'domains', {}, { changeType: 'CREATE_ENTITY' }),
    ],
    limited,
  );
  t.match(applied, refusal(409, /^4 of 8 proposals are refused\. proposals\[1\]: /));
  t.match(applied.body.failures, [
    {
      index: 1,
      urn: old,
      aspect: 'datasetProperties',
      status: 409,
      reason: /already (exists|has an aspect)/,
    },
    {
      index: 2,
      urn: old,
      aspect: 'ownership',
      status: 400,
      reason: /; later proposals for this aspect were not tried: 1$/,
    },
    { index: 4, urn, aspect: 'domains', status: 404, reason: /no aspect domains/ },
    { index: 6, urn: old, aspect: 'datasetProperties', status: 404 },
  ]);
  t.strictSame(await written(), before, 'nothing is written');
});

t.test('what is wrong with stored state is not said to a caller without rights', async (t) => {
  const [own, other] = [freshDataset(), freshDataset()];
  await put(proposal(other, 'datasetProperties', {}));
  const limited = await catalog.user('ofOwn', ['EDIT_ENTITY'], { type: 'dataset', urns: [own] });
  const answers = [];
  for (const urn of [other, freshDataset()]) {
    const { body } = await batch(
      [
        proposal(own, 'datasetProperties', {}, { changeType: 'UPDATE' }),
        proposal(urn, 'datasetProperties', {}, { changeType: 'CREATE' }),
        proposal(urn, 'datasetProperties', {}, { changeType: 'CREATE_ENTITY' }),
      ],
      limited,
    );
    t.match(body.failures, [
      { index: 1, status: 403 },
      { index: 2, status: 403 },
    ]);
    answers.push(JSON.stringify(body).replaceAll(urn, ''));
  }
  t.equal(answers[0], answers[1]);
});

t.test('ten thousand bad proposals have a bounded answer and a short line in the log', async (t) => {
  const long = 'x'.repeat(600);
  const { status, body } = await batch(
    Array.from({ length: 10_000 }, () => proposal(`urn:li:tag:${long}`, 'status', { [long]: 1 })),
  );
  t.equal(status, 400);
  t.match([body.failureCount, body.failures.length], [10_000, 100]);
  t.match(body.message, /^10000 of 10000 proposals are refused\. .*; and 9900 more$/);
  t.ok(JSON.stringify(body).length < 200_000, `${JSON.stringify(body).length}`);
  const line = log.find((text) => text.includes('10000 of 10000'))!;
  t.ok(line && line.length < 2_000, line);
});
