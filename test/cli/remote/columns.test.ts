import t from 'tap';
import { proposal } from '../../support/aspects.js';
import { commandLine } from '../../support/command-line.js';
import { datasetUrn, field } from '../../support/metadata.js';
import { schemaWith } from '../../support/schemas.js';

const { run, url, admin, user } = await commandLine(t, { sample: true });

const put = async (urn: string, aspectName: string, value: object) => {
  const sent = await admin.post('/aspects?action=ingestProposal', {
    proposal: proposal(urn, aspectName, value),
  });
  t.equal(sent.status, 200, JSON.stringify(sent.body));
};

t.test('columns move', async (t) => {
  const [one, two, three] = ['one', 'two', 'three'].map((name) => datasetUrn(`moves_${name}`)) as [
    string,
    string,
    string,
  ];
  for (const urn of [one, two, three])
    await put(urn, 'schemaMetadata', schemaWith(field('id'), field('name')));
  const edited = (...paths: string[]) => ({
    editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, description: fieldPath })),
  });
  await put(one, 'editableSchemaMetadata', edited('ID', 'gone'));
  await put(two, 'editableSchemaMetadata', edited('Name'));
  await put(three, 'editableSchemaMetadata', edited('id'));
  const dry = await run(['columns', 'move', 'moves_one', '--dry-run']);
  t.match(dry, { exitCode: 0, stderr: /Would move the edits of 1 columns; 1 are left/ });
  t.equal(dry.stdout, `${one}\tID\tid\t\n${one}\tgone\t\tthe schema has no such column\n`);
  const all = await run(['columns', 'move', '--all', '--json']);
  t.strictSame(JSON.parse(all.stdout), [
    { dataset: one, column: 'ID', movedTo: 'id', reason: null },
    { dataset: one, column: 'gone', movedTo: null, reason: 'NO_COLUMN' },
    { dataset: two, column: 'Name', movedTo: 'name', reason: null },
  ]);
  t.strictSame(JSON.parse((await run(['columns', 'move', '--all', '--json'])).stdout), [
    { dataset: one, column: 'gone', movedTo: null, reason: 'NO_COLUMN' },
  ]);
  for (const args of [[], ['moves_one', '--all']])
    t.match(await run(['columns', 'move', ...args]), { exitCode: 2, stderr: /name of a dataset, or --all/ });
  const reader = await user('reader');
  const env = { CATALOG_URL: url, CATALOG_TOKEN: reader.token };
  t.match(await run(['columns', 'move', '--all'], { env }), { exitCode: 1, stderr: /EDIT_DATASET_COL_TAGS/ });
});
