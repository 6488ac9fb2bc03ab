import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import t from 'tap';
import { nemeses, pairs } from './nemeses.js';
import { plants } from './plants.js';
import { run } from './run.js';
import { planScript, type Script } from './script.js';
import { shrink } from './shrink.js';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    processes: { type: 'string', default: '1' },
    embedded: { type: 'boolean', default: false },
    nemesis: { type: 'string' },
    from: { type: 'string' },
    plant: { type: 'string' },
    script: { type: 'string' },
    shrink: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const usage = `npm run soak -- [options]: a random workload, faults, and an audit of what is left

  --operations N    how many requests (20000)
  --seed S          which; the same seed plans the same requests
  --processes N     of the service, on one PostgreSQL (1)
  --embedded        on the embedded database, with one process
  --nemesis NAMES   ${[...Object.keys(nemeses), ...pairs].join(', ')}
  --from FILE       dist/catalog.js of the release that rolling-upgrade begins with, built elsewhere
  --plant NAMES     faults that the audit must find, with + between them: ${[...plants.keys()].join('; ')}
  --script FILE     plays a script instead of a seed
  --shrink          after a failure, looks for a shorter script that fails, and writes it

PostgreSQL's programs must be installed. test/soak/README.md says how to read a finding.`;

if (values.help) {
  console.log(usage);
  process.exit(0);
}

const { embedded: isEmbedded, nemesis, plant, from: earlier } = values;
/** @throws Error for a text that is not such a number */
function readNumber(name: 'operations' | 'seed' | 'processes', text: string): number {
  if (/^\d{1,9}$/.test(text) && (Number(text) > 0 || name === 'seed')) return Number(text);
  throw new Error(`--${name} is ${text}; give a whole number${name === 'seed' ? '' : ' above 0'}`);
}
const processes = isEmbedded ? 1 : readNumber('processes', values.processes);
const seed = readNumber('seed', values.seed ?? `${Date.now() % 1e9}`);
const script: Script = values.script
  ? JSON.parse(readFileSync(values.script, 'utf8'))
  : planScript(seed, readNumber('operations', values.operations), processes);
const total = script.steps.length;
const options = {
  processes,
  isEmbedded,
  ...(nemesis && { nemesis }),
  ...(plant && { plant }),
  ...(earlier && { earlier }),
};

t.test(`${total} operations of seed ${script.seed}${nemesis ? ` under ${nemesis}` : ''}`, async (t) => {
  const { findings, answers, operationsPerSecond, pulses, errors } = await run(t, script, {
    ...options,
    onStep: (over) => over % 1_000 === 0 && t.comment(`${over} of ${total}`),
  });
  t.comment(`${operationsPerSecond} operations/s; ${JSON.stringify(answers)}; nemeses acted ${pulses}`);
  for (const { text } of findings.slice(0, 50)) t.comment(text);
  if (findings.length > 0) for (const line of errors.slice(-50)) t.comment(line);
  t.equal(findings.length, 0, 'the audit finds nothing');
  if (findings.length === 0 || !values.shrink) return;
  const shorter = await shrink(script, findings, async (one) => {
    let found = false;
    await t.test(`${one.steps.length} steps`, async (t) => {
      found = (await run(t, one, options)).findings.length > 0;
    });
    return found;
  });
  const file = `soak-${script.seed}.json`;
  writeFileSync(file, JSON.stringify(shorter, null, 1));
  t.comment(`${shorter.steps.length} steps fail again: npm run soak -- --script ${file}`);
});
