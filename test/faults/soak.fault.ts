import t from 'tap';
import { callers } from '../soak/actions-on-access.js';
import { plants } from '../soak/plants.js';
import { run } from '../soak/run.js';
import { administrators, planScript, type Script, type Step } from '../soak/script.js';
import { datasets, tags } from '../soak/world.js';
import { guarantee } from './guarantee.js';
import { withoutBinaries } from './support/postgresql.js';
import { withoutServer } from './support/targets.js';

/** The same in each run, so that a change is judged by what it changes; `npm run soak` tries others. */
const seed = 11;

t.test('a workload under kill -9 leaves what the auditor expects', { skip: withoutBinaries }, async (t) => {
  const operations = 200;
  const script = planScript(seed, operations, 2);
  const { findings, pulses } = await run(t, script, { processes: 2, isEmbedded: false, nemesis: 'kill-one' });
  t.same(findings, []);
  guarantee(t, 'a random workload over two processes leaves what its answers say', {
    operations,
    kills: pulses[0]!,
    findings: findings.length,
  });
});

type Planned = Pick<Step, 'action' | 'args'>;

/** A script whose requests meet: in a random workload, few of them need the same lock at the same time. */
function planMeeting(
  ofCaller: (caller: number, step: number) => Planned,
  ofAdministrator: ((administrator: number, turn: number) => Planned) | null = null,
  operations = 120,
): Script {
  const { setup, steps } = planScript(seed, operations, 1);
  const made = { urns: datasets, description: 'x' };
  const first = steps.find(({ lane }) => callers.includes(lane))!;
  const turns = new Map(administrators.map((lane) => [lane, 0]));
  return {
    seed,
    setup: [
      ...setup,
      { ...first, number: steps.length, lane: 'setup', action: 'ingestDatasets', args: made },
    ],
    steps: steps.flatMap(({ number, lane, process }): Step[] => {
      const turn = turns.get(lane);
      if (turn === undefined) return [{ number, lane, process, ...ofCaller(callers.indexOf(lane), number) }];
      turns.set(lane, turn + 1);
      return ofAdministrator
        ? [{ number, lane, process, ...ofAdministrator(administrators.indexOf(lane), turn) }]
        : [];
    }),
  };
}

const describeOne = (_caller: number, step: number): Planned => ({
  action: 'describe',
  args: { resourceUrn: datasets[0], description: `of step ${step}` },
});

/** Takes the right from one caller after the other, while they wait for a lock. */
function takeRights(administrator: number, turn: number): Planned {
  const caller =
    callers[administrator + administrators.length * Math.floor(turn / 2)] ?? callers[administrator];
  return turn % 2 === 1
    ? { action: 'setAssetsPolicy', args: { caller, factor: 'assets', on: false } }
    : { action: 'setMember', args: { caller, factor: 'member', on: true } };
}

/** Adds and removes a tag, each caller on a dataset of its own, so that none waits for another. */
const tagOwn = (caller: number, step: number): Planned => ({
  action: step % 2 ? 'addTag' : 'removeTag',
  args: { resourceUrn: datasets[caller], tagUrn: tags[0] },
});

const losingRights = planMeeting(describeOne, takeRights);

/** Faults that are planted together, what the auditor says about each, and a script that shows them. */
const planted: readonly (readonly [found: Readonly<Record<string, RegExp>>, script: Script])[] = [
  [{ 'a lock left out': /the log has/ }, planMeeting(describeOne)],
  [{ 'an event numbered early': /a reader of events has/ }, planMeeting(tagOwn, null, 240)],
  [{ 'a right checked before the lock': /allowed without a right/ }, losingRights],
  [{ 'a refused write kept': /refused with 403, and written/ }, losingRights],
  [
    {
      'a count not written': /a total of/,
      'a webhook sent twice out of order': /a webhook has/,
      'an event of a time series lost': /the event of \d+ was acknowledged, and is gone/,
    },
    planScript(seed, 160, 1),
  ],
];

t.test('the auditor finds planted faults', { skip: withoutServer }, async (t) => {
  const names = planted.flatMap(([found]) => Object.keys(found));
  t.same(names.sort(), [...plants.keys()].sort());
  for (const [expected, script] of planted) {
    const plant = Object.keys(expected).join('+');
    const { findings } = await run(t, script, { processes: 1, isEmbedded: false, plant });
    for (const [name, pattern] of Object.entries(expected)) {
      const found = findings.filter(({ text }) => pattern.test(text));
      t.ok(found.length > 0, name);
      t.comment(`${name}: ${found.length}, such as ${found[0]?.text}`);
    }
  }
});
