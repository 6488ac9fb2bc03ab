import t from 'tap';
import { add, aspectCatalog, deletion, patchProposal, proposal } from '../support/aspects.js';
import { field, tagsWith, tagUrn } from '../support/metadata.js';
import { countStatements } from '../support/statements.js';

// The clock stands still, so that no later use of the token is a statement more.
const now = Date.now();
const options = { env: { PROPOSALS_PER_BATCH_MAX: '40000' }, clock: () => now };
const catalog = await aspectCatalog(t, options, ['MANAGE_USERS_AND_GROUPS']);
const { batch, readAspect, writer } = catalog;
const dataset = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;

const owner = (index: number) => `urn:li:corpuser:u${index}`;

/** Writes of all kinds, on as many datasets as needed. */
const mixed = (name: string, size: number) =>
  Array.from({ length: size }, (_, index) => {
    const urn = dataset(`${name}${Math.floor(index / 8)}`);
    const kinds = [
      () => proposal(urn, 'datasetProperties', { name }),
      () => proposal(urn, 'globalTags', tagsWith(`${name}${index}`, 'common')),
      () =>
        proposal(urn, 'schemaMetadata', {
          fields: [field('a', { globalTags: tagsWith('common') }), field('b')],
        }),
      () =>
        proposal(urn, 'editableSchemaMetadata', {
          editableSchemaFieldInfo: [{ fieldPath: 'a', globalTags: tagsWith('common', `column${index}`) }],
        }),
      () => proposal(`urn:li:corpuser:${name}${index}`, 'corpUserInfo', { active: true }),
      () => proposal(urn, 'operation', { timestampMillis: 1_700_000_000_000 + index }),
      () => proposal(tagUrn(`${name}${index}`), 'tagProperties', { name: 'a tag' }),
      () =>
        patchProposal(urn, 'ownership', [add(`/owners/${owner(index)}/DATAOWNER`, { owner: owner(index) })]),
    ];
    return kinds[index % kinds.length]!();
  });

const patches = (name: string, size: number) =>
  Array.from({ length: size }, (_, index) =>
    index % 2
      ? patchProposal(dataset(`${name}${index}`), 'globalTags', [
          add(`/tags/${tagUrn(`${name}${index}`)}`, { tag: tagUrn(`${name}${index}`) }),
        ])
      : patchProposal(dataset(name), 'editableSchemaMetadata', [
          add(`/editableSchemaFieldInfo/c${index}/globalTags/tags/${tagUrn(name)}`, { tag: tagUrn(name) }),
        ]),
  );

async function cost(proposals: object[]) {
  const { statements, result } = await countStatements(() => batch(proposals));
  t.match(result, { status: 200 });
  return statements;
}

// The month's partition is created once. The token's last use is written once a minute.
await batch(mixed('warm', 8));
await catalog.services.flush();

// One more than the other may come from work in the background of another test's catalog in this process.
t.test('the number of statements does not grow with the size of a batch', async (t) => {
  for (const [what, make] of [
    ['mixed aspects', mixed],
    ['patches', patches],
  ] as const) {
    const few = await cost(make(`few${make.name}`, 104));
    const many = await cost(make(`many${make.name}`, 1_000));
    t.ok(many <= few + 1, `${what}: 1,000 take ${many} statements, 104 take ${few}`);
    t.ok(few <= 49, `${what}: ${few} statements`);
    // The second time, nothing is new and everything is replaced.
    const [manyAgain, fewAgain] = [
      await cost(make(`many${make.name}`, 1_000)),
      await cost(make(`few${make.name}`, 104)),
    ];
    t.ok(
      manyAgain <= fewAgain + 1,
      `${what} again: 1,000 take ${manyAgain} statements, 104 take ${fewAgain}`,
    );
  }
});

t.test('a large batch is stored completely', async (t) => {
  const { editableSchemaFieldInfo } = await readAspect(dataset('manypatches'), 'editableSchemaMetadata');
  t.equal(editableSchemaFieldInfo.length, 500);
  t.strictSame(editableSchemaFieldInfo[499], { fieldPath: 'c998', globalTags: tagsWith('manypatches') });
  t.strictSame(await readAspect(dataset('manypatches999'), 'globalTags'), tagsWith('manypatches999'));
  t.strictSame(await readAspect(dataset('manymixed124'), 'globalTags'), tagsWith('manymixed993', 'common'));
  t.strictSame(await readAspect(dataset('manymixed124'), 'ownership'), {
    owners: [{ owner: owner(999), type: 'DATAOWNER' }],
    ownerTypes: { 'urn:li:ownershipType:__system__dataowner': [owner(999)] },
  });
  const values = await writer.post('/aspects?action=getTimeseriesAspectValues', {
    urn: dataset('manymixed124'),
    entity: 'dataset',
    aspect: 'operation',
  });
  t.equal(values.body.value.values.length, 1);
});

t.test('a thousand patches of one aspect in a batch all apply', async (t) => {
  const urn = dataset('one');
  const ids = Array.from({ length: 1_000 }, (_, index) => `n${index}`);
  await cost(
    ids.map((id) => patchProposal(urn, 'globalTags', [add(`/tags/${tagUrn(id)}`, { tag: tagUrn(id) })])),
  );
  t.strictSame(await readAspect(urn, 'globalTags'), tagsWith(...ids));
});

t.test('a batch may have more entities than a statement has parameters', async (t) => {
  const urns = Array.from({ length: 40_000 }, (_, index) => tagUrn(`m${index}`));
  t.match(await batch(urns.map((urn) => deletion(urn, 'tagProperties'))), { status: 200 });
  t.match(await batch(urns.map((urn) => deletion(urn, 'tagKey'))), { status: 200 });
});
