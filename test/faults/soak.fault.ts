import t from 'tap';
import { callers } from '../soak/actions-on-access.js';
import { plants } from '../soak/plants.js';
import { run } from '../soak/run.js';
import { administrators, planScript, type Script, type Step } from '../soak/script.js';
import { columns, datasets, tags } from '../soak/world.js';
import { column } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { withoutBinaries } from './support/postgresql.js';
import { withoutServer } from './support/targets.js';

/** The same in each run, so that a change is judged by what it changes; `npm run soak` tries others. */
const seed = 11;
const short = { isEmbedded: false, areHashesCheap: true };

t.test('a workload under kill -9 leaves what the auditor expects', { skip: withoutBinaries }, async (t) => {
  const operations = 200;
  const script = planScript(seed, operations, 2);
  const { findings, pulses } = await run(t, script, { ...short, processes: 2, nemesis: 'kill-one' });
  t.same(findings, []);
  guarantee(t, 'a random workload over two processes leaves what its answers say', {
    operations,
    kills: pulses[0]!,
    findings: findings.length,
  });
});

type Planned = Pick<Step, 'action' | 'args'>;

interface Meeting {
  /** How many requests each caller sends. */
  readonly turns: number;
  ofCaller(caller: number, turn: number): Planned;
  /** An administrator has twice as many turns; undefined: none is left. */
  ofAdministrator?(administrator: number, turn: number): Planned | undefined;
}

/** A script whose requests meet: in a random workload, few of them need the same lock at the same time. */
function planMeeting({ turns, ofCaller, ofAdministrator = () => undefined }: Meeting): Script {
  const { setup } = planScript(seed, 0, 1);
  const toSteps = (lane: string, count: number, toPlanned: (turn: number) => Planned | undefined) =>
    Array.from({ length: count }, (_, turn) => {
      const planned = toPlanned(turn);
      return planned ? [{ lane, process: 0, ...planned }] : [];
    }).flat();
  const made = { action: 'ingestDatasets', args: { urns: datasets, description: 'x' } };
  const steps = [
    ...callers.flatMap((lane, index) => toSteps(lane, turns, (turn) => ofCaller(index, turn))),
    ...administrators.flatMap((lane, index) =>
      toSteps(lane, 2 * turns, (turn) => ofAdministrator(index, turn)),
    ),
  ];
  return {
    seed,
    setup: [...setup, { number: steps.length, lane: 'setup', process: 0, ...made }],
    steps: steps.map((step, number) => ({ number, ...step })),
  };
}

const describe = (dataset: number, description: string): Planned => ({
  action: 'describe',
  args: { resourceUrn: datasets[dataset], description },
});

/**
 * Takes the right from one caller after the other. Before that, an administrator waits several times for the lock that
 * the caller needs, so that the caller is at work, on a slow machine too.
 *
 * @param toDataset which one a caller changes
 */
const takingRights =
  (toDataset: (caller: number) => number) =>
  (administrator: number, turn: number): Planned | undefined => {
    const waits = 3;
    const caller = administrator + administrators.length * Math.floor(turn / (waits + 1));
    if (caller >= callers.length) return undefined;
    return turn % (waits + 1) < waits
      ? describe(toDataset(caller), `by ${administrator} in turn ${turn}`)
      : { action: 'setAssetsPolicy', args: { caller: callers[caller], factor: 'assets', on: false } };
  };

/** All callers need the lock of one dataset. */
const describing = planMeeting({
  turns: 10,
  ofCaller: (caller, turn) => describe(0, `by ${caller} in turn ${turn}`),
});

/** Each caller has a dataset of its own, so that none waits for another. */
const losingRightsAtWork = planMeeting({
  turns: 24,
  ofCaller: (caller, turn) => ({
    action: turn % 2 === 0 ? 'addTag' : 'removeTag',
    args: { resourceUrn: datasets[caller], tagUrn: tags[0] },
  }),
  ofAdministrator: takingRights((caller) => caller),
});

const round = ['addTag', 'facets', 'removeTag', 'addTag', 'ingestEvent', 'removeTag'] as const;

/** All callers tag one dataset, and wait for its lock. In between, they count tags and send events. */
const losingRightsInWait = planMeeting({
  turns: 4 * round.length,
  ofCaller(caller, turn) {
    // There are more callers than tags.
    const place = {
      resourceUrn: datasets[0],
      ...(caller < tags.length ? {} : (column(columns[0]!) as object)),
    };
    const tagging = { ...place, tagUrn: tags[caller % tags.length] };
    const event = { urn: datasets[caller], aspect: 'datasetProfile', time: 1_700_000_000_000 + turn };
    const action = round[turn % round.length]!;
    return { action, args: { addTag: tagging, removeTag: tagging, facets: {}, ingestEvent: event }[action] };
  },
  ofAdministrator: takingRights(() => 0),
});

/**
 * Faults that are planted together, what the auditor says about each, and a script that shows them. None of those that
 * are together makes the auditor say what it must say about another.
 */
const planted: readonly (readonly [found: Readonly<Record<string, RegExp>>, script: Script])[] = [
  [{ 'a lock left out': /the log has/ }, describing],
  [
    {
      'an event numbered early': /a reader of events has/,
      'a refused write kept': /refused with 403, and written/,
    },
    losingRightsAtWork,
  ],
  [
    {
      'a right checked before the lock': /allowed without a right/,
      'a count not written': /a total of/,
      'a webhook sent twice out of order': /a webhook has/,
      'an event of a time series lost': /the event of \d+ was acknowledged, and is gone/,
    },
    losingRightsInWait,
  ],
];

t.test('the auditor finds planted faults', { skip: withoutServer }, async (t) => {
  const names = planted.flatMap(([found]) => Object.keys(found));
  t.same(names.sort(), [...plants.keys()].sort());
  for (const [expected, script] of planted) {
    const plant = Object.keys(expected).join('+');
    const { findings } = await run(t, script, { ...short, processes: 1, plant });
    for (const [name, pattern] of Object.entries(expected)) {
      const found = findings.filter(({ text }) => pattern.test(text));
      t.ok(found.length > 0, name);
      t.comment(`${name}: ${found.length}, such as ${found[0]?.text}`);
    }
  }
});
