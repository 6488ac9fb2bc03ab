import t from 'tap';
import { call, column, datasetUrn, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { editor } = catalog;
const nobody = await catalog.user('nobody');
const [real] = (await catalog.tags('real')) as [string];
const dataset = await catalog.dataset('x');
const missing = datasetUrn('missing');

const bad = (message: RegExp) => refused('BAD_REQUEST', message);
const forbidden = refused(
  'UNAUTHORIZED',
  'Unauthorized to perform this action. Please contact your DataHub administrator.',
);

/** Inputs with several errors, each without the first error of the one before: the order of the checks. */
const steps: [string, object, typeof nobody, object][] = [
  [
    'shape of the tag before rights',
    { tagUrns: ['pii'], resourceUrn: missing, subResource: 'nope' },
    nobody,
    bad(/tagUrn "pii"/),
  ],
  [
    'shape of the resource before rights',
    { tagUrns: [tagUrn('gone')], resourceUrn: 'missing', subResource: 'nope' },
    nobody,
    bad(/resourceUrn "missing"/),
  ],
  [
    'rights before existence',
    { tagUrns: [tagUrn('gone')], resourceUrn: missing, subResource: 'nope' },
    nobody,
    forbidden,
  ],
  [
    'rights before the sub-resource rules',
    { tagUrns: [real], resourceUrn: dataset, subResource: 'nope' },
    nobody,
    forbidden,
  ],
  [
    'the resource before the tags',
    { tagUrns: [tagUrn('gone')], resourceUrn: missing, subResource: 'nope' },
    editor,
    refused('NOT_FOUND', missing),
  ],
  [
    'the tags before the sub-resource rules',
    { tagUrns: [tagUrn('gone')], resourceUrn: dataset, subResource: 'nope' },
    editor,
    refused('NOT_FOUND', tagUrn('gone')),
  ],
  [
    'the sub-resource rules before the column',
    { tagUrns: [real], resourceUrn: dataset, subResource: 'nope' },
    editor,
    bad(/must be set together/),
  ],
  [
    'the column comes last',
    { tagUrns: [real], resourceUrn: dataset, ...column('nope') },
    editor,
    refused('NOT_FOUND', /"nope"/),
  ],
];

t.test('adding makes its checks in the order of the wire contract', async (t) => {
  for (const [what, input, caller, outcome] of steps)
    t.match(await call(caller, 'addTags', { input }), outcome, what);
});

t.test('a batch makes each check for all resources before the next check', async (t) => {
  const batch = (tagUrns: string[], ...resources: object[]) =>
    call(editor, 'batchAddTags', { input: { tagUrns, resources } });
  const half = { resourceUrn: dataset, subResource: 'x' };
  const noColumn = { resourceUrn: dataset, ...column('nope') };
  t.match(await batch([tagUrn('gone')], noColumn, half, { resourceUrn: 'junk' }), bad(/"junk"/));
  t.match(
    await batch([tagUrn('gone')], noColumn, half, { resourceUrn: missing }),
    refused('NOT_FOUND', missing),
  );
  t.match(await batch([tagUrn('gone')], noColumn, half), refused('NOT_FOUND', tagUrn('gone')));
  t.match(await batch([real], noColumn, half), bad(/must be set together/));
});

t.test('removing makes the same checks, except that the tag need not exist', async (t) => {
  const input = { tagUrn: tagUrn('gone'), subResource: 'nope' };
  const remove = (more: object, caller = editor) =>
    call(caller, 'removeTag', { input: { ...input, ...more } });
  t.match(await remove({ tagUrn: 'pii', resourceUrn: missing }, nobody), bad(/tagUrn "pii"/));
  t.match(await remove({ resourceUrn: missing }, nobody), forbidden);
  t.match(await remove({ resourceUrn: missing }), refused('NOT_FOUND', missing));
  t.match(await remove({ resourceUrn: dataset }), bad(/must be set together/));
  t.match(await remove({ resourceUrn: dataset, ...column('nope') }), refused('NOT_FOUND', /"nope"/));
});

t.test('BAD_REQUEST: a URN of the wrong shape or type; the message quotes it', async (t) => {
  const resources: [string, RegExp][] = [
    ['', /resourceUrn ""/],
    [`${dataset} `, /no part begins or ends with white space/],
    [
      'urn:li:corpuser:ann',
      /is a corpuser; tags can be added to datasets, containers, charts, dashboards, dataJobs, dataFlows and dataset columns/,
    ],
    [real, /is a tag/],
    ['urn:li:schemaField:(a,b)', /is a schemaField/],
  ];
  for (const [resourceUrn, message] of resources) {
    t.match(
      await call(editor, 'addTags', { input: { tagUrns: [real], resourceUrn } }),
      bad(message),
      resourceUrn,
    );
    t.match(
      await call(editor, 'removeTag', { input: { tagUrn: real, resourceUrn } }),
      bad(message),
      resourceUrn,
    );
  }
  for (const urn of ['', 'pii', 'urn:li:tag:', 'urn:li:tag:a ', 'urn:li:tag:(a,b)', dataset]) {
    const message = /tagUrn .*expected urn:li:tag:<tag id>/;
    t.match(
      await call(editor, 'addTags', { input: { tagUrns: [real, urn], resourceUrn: dataset } }),
      bad(message),
    );
    t.match(await call(editor, 'removeTag', { input: { tagUrn: urn, resourceUrn: dataset } }), bad(message));
  }
});

t.test('BAD_REQUEST: only one of subResource and subResourceType, in every operation', async (t) => {
  for (const half of [{ subResource: 'x' }, { subResourceType: 'DATASET_FIELD' }]) {
    for (const where of [half, { subResource: null, subResourceType: null, ...half }]) {
      const place = { resourceUrn: dataset, ...where };
      const both = /subResourceType and subResource must be set together/;
      t.match(await call(editor, 'addTag', { input: { tagUrn: real, ...place } }), bad(both));
      t.match(await call(editor, 'addTags', { input: { tagUrns: [real], ...place } }), bad(both));
      t.match(await call(editor, 'removeTag', { input: { tagUrn: real, ...place } }), bad(both));
      const batch = { tagUrns: [real], resources: [place] };
      t.match(await call(editor, 'batchAddTags', { input: batch }), bad(both));
      t.match(await call(editor, 'batchRemoveTags', { input: batch }), bad(both));
    }
  }
});

t.test('nothing was written by the rejected requests of this file', async (t) => {
  t.equal(await catalog.tagsOn(dataset), null);
  t.equal(await catalog.columnTagsOn(dataset), null);
});
