import t from 'tap';
import { commandLine } from '../../support/command-line.js';

const { run, admin } = await commandLine(t, { sample: true });
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';

t.test('undo takes back all changes of a call, or nothing', async (t) => {
  for (const id of ['one', 'two']) t.equal((await run(['tag', 'create', id, '--id', id])).exitCode, 0);
  const input = {
    tagUrns: ['urn:li:tag:one', 'urn:li:tag:two'],
    resources: [{ resourceUrn: dataset }],
  };
  await admin.graphql('mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }', { input });
  const history = async (...args: string[]) =>
    (await run(['history', dataset, '--columns', 'change,what,call', ...args])).stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
  const [[, , call = ''] = []] = await history('--limit', '1');
  t.same((await history('--change-set', call)).map(([change, what]) => `${change} ${what}`).sort(), [
    'TAG ADD urn:li:tag:one',
    'TAG ADD urn:li:tag:two',
  ]);

  const before = await history();
  for (const [exitCode, stderr, ...args] of [
    [1, /either the id of a change or --change-set, and not both/],
    [1, /either the id of a change or --change-set, and not both/, '1-1', '--change-set', call],
    [1, /"12" is not the id of a call/, '--change-set', '12'],
    [1, /There are no changes of the call/, '--change-set', '0b9f3c0e-5f5e-4c0e-9a53-6d1f0f5d2c11'],
  ] as const)
    t.match(await run(['undo', ...args]), { exitCode, stdout: '', stderr }, args.join(' '));
  t.same(await history(), before, 'a refusal changes nothing');

  t.match(await run(['undo', '--change-set', call]), { exitCode: 0, stdout: `${call}\n` });
  const [newest = [], next = []] = await history();
  t.same([newest, next].map(([change, what]) => `${change} ${what}`).sort(), [
    'TAG REMOVE urn:li:tag:one',
    'TAG REMOVE urn:li:tag:two',
  ]);
  t.equal(newest[2], next[2], 'the undo is a call');
  t.match(await run(['undo', '--change-set', call]), { exitCode: 1, stderr: /are undone, by/ });
  const again = await run(['undo', '--change-set', newest[2]!, '--json']);
  t.match(JSON.parse(again.stdout), { changeSet: newest[2] });
  t.match(await history('--limit', '2'), [['TAG ADD'], ['TAG ADD']]);
});
