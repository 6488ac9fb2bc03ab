import t from 'tap';
import { commandLine } from '../../support/command-line.js';
import { column } from '../../support/lineage-graph.js';
import { datasetUrn, field } from '../../support/metadata.js';
import { schemaWith } from '../../support/schemas.js';

const { fails, run, json, admin, put } = await commandLine(t);
const [raw, clean, report] = ['raw', 'clean', 'report'].map(datasetUrn) as [string, string, string];

t.test('one line closes the gap', async (t) => {
  for (const urn of [raw, clean, report])
    await put(urn, 'schemaMetadata', { ...schemaWith(), fields: [field('email')] });
  await put(clean, 'upstreamLineage', {
    upstreams: [{ dataset: raw, type: 'TRANSFORMED' }],
    fineGrainedLineages: [
      {
        ...{ upstreamType: 'FIELD_SET', upstreams: [column(raw, 'email')] },
        ...{ downstreamType: 'FIELD', downstreams: [column(clean, 'email')] },
      },
    ],
  });
  await put(report, 'upstreamLineage', { upstreams: [{ dataset: clean, type: 'TRANSFORMED' }] });
  await run(['tag', 'create', 'PII', '--id', 'pii']);

  t.match(await run(['tag', 'reach', 'pii', '--missing']), { exitCode: 0, stdout: '', stderr: '' });
  t.equal((await run(['tag', 'add', 'pii', `${raw}#email`])).exitCode, 0);

  const missing = await run(['tag', 'reach', 'pii', '--missing']);
  t.match(missing, { exitCode: 0, stdout: `${clean}#email\n`, stderr: /1 more lack the tag.*--datasets/ });
  const all = await run(['tag', 'reach', 'pii', '--missing', '--datasets']);
  t.match(all, { stdout: `${clean}#email\n${report}\n`, stderr: '' });
  const table = await run(['tag', 'reach', 'pii'], { session: { isTerminal: true, width: 300 } });
  t.match(table.stdout, /^place +tag +via +hops +from\n/);
  t.match(table.stdout.replaceAll(/ +/g, ' '), `${report} no dataset 2 ${raw}#email`);
  t.match(table.stderr, /2 lack the tag; --missing/);
  t.match(await json('tag', 'reach', 'pii', '--hops', '1'), [
    { entity: { urn: clean }, fieldPath: 'email', degree: 1, via: 'COLUMN', carriesTag: false },
  ]);

  const added = await run(['tag', 'add', 'pii', '-'], { stdin: missing.stdout });
  t.match(added, { exitCode: 0, stdout: '1\n' });
  t.match(await run(['tag', 'reach', 'pii', '--missing']), { stdout: '' });
  t.equal((await run(['tag', 'reach', 'pii', '--urns'])).stdout, `${clean}#email\n${report}\n`);
  t.match((await run(['tag', 'reach', 'pii', '--up'])).stdout, /#email\tyes\tcolumn\t1\t/);

  t.equal((await run(['tag', 'remove', 'pii', `${clean}#email`])).exitCode, 0);
  t.match(
    (await run(['tag', 'reach', 'pii'])).stdout,
    `${clean}#email\tremoved by ${admin.urn}\tcolumn\t1\t`,
  );
  t.match(await run(['tag', 'reach', 'pii', '--missing']), { stdout: '' });
});

t.test('wrong command lines', async (t) => {
  await fails(t, ['tag', 'reach', 'nope'], 1, /There is no tag urn:li:tag:nope/);
  await fails(t, ['tag', 'reach', 'pii', '--hops', '0'], 2, /--hops/);
  await fails(t, ['tag', 'reach', 'pii', '--urns', '--json'], 2, /cannot be used/);
  await fails(t, ['tag', 'reach', 'pii', '--datasets'], 2, /--datasets needs --missing/);
});
