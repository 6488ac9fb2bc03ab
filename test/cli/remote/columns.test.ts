import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { datasetUrn, field } from '../../support/metadata.js';
import { schemaWith } from '../../support/schemas.js';

const { run, json, put, userEnv } = await commandLine(t, { sample: true });

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
  t.strictSame(await json('columns', 'move', '--all'), [
    { dataset: one, column: 'ID', movedTo: 'id', reason: null },
    { dataset: one, column: 'gone', movedTo: null, reason: 'NO_COLUMN' },
    { dataset: two, column: 'Name', movedTo: 'name', reason: null },
  ]);
  t.strictSame(await json('columns', 'move', '--all'), [
    { dataset: one, column: 'gone', movedTo: null, reason: 'NO_COLUMN' },
  ]);
  for (const args of [[], ['moves_one', '--all']])
    t.match(await run(['columns', 'move', ...args]), { exitCode: 2, stderr: /name of a dataset, or --all/ });
  const { env } = await userEnv('reader');
  t.match(await run(['columns', 'move', '--all'], { env }), { exitCode: 1, stderr: /EDIT_DATASET_COL_TAGS/ });
});
