import type { Command } from 'commander';
import { type Config, ConfigError } from '../../config.js';
import type { Finding } from '../../operations/doctor/finding.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { exposure } from '../warnings.js';
import { type LocalOptions, localCommand } from './data-dir.js';
import { countProgress } from './progress.js';

export function doctorCommand(program: Command, deps: Dependencies): void {
  localCommand(
    program,
    'doctor',
    'check the settings, the database, the disk and access, and recommend actions',
    'Without --repair-aspects, this command changes nothing. With it, fields are added for which DataHub has ' +
      'defaults.\nOn PostgreSQL, services can continue. The embedded database has one process: stop the service first.' +
      '\nAn interrupted repair can run again. The exit code is 1 if a check or the repair fails, and 0 if there are ' +
      'only warnings.' +
      '\n\nExamples:\n  catalog doctor\n  catalog doctor --data-dir ./trial --json' +
      '\n  catalog doctor --data-dir ./trial --repair-aspects',
  )
    .option('--json', 'print one JSON object')
    .option('--repair-aspects', 'add the missing fields of stored aspects that DataHub’s clients cannot read')
    .action((options: Options) => doctor(options, deps));
}

interface Options extends LocalOptions {
  readonly json?: boolean;
  readonly repairAspects?: boolean;
}

async function doctor(options: Options, deps: Dependencies): Promise<void> {
  const findings = await collectFindings(options, deps);
  deps.status?.('');
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  if (options.json)
    deps.print(JSON.stringify({ errors: count('error'), warnings: count('warning'), findings }, null, 2));
  else for (const line of findings.flatMap(toLines)) deps.print(line);
  if (count('error') > 0) throw new CommandFailed(`errors: ${count('error')}, warnings: ${count('warning')}`);
}

async function collectFindings(
  { dataDir, repairAspects: repairsAspects = false }: Options,
  deps: Dependencies,
): Promise<Finding[]> {
  let config: Config;
  try {
    config = deps.config({ DATA_DIR: dataDir });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'correct it; the other checks need valid settings. docs/configuration.md lists the settings';
    return [
      ...error.problems.map((text): Finding => ({ check: 'settings', state: 'error', text, fix })),
      ...unknownFindings(deps),
    ];
  }
  // Loaded here, because the other commands do not need it.
  const { diagnose } = await import('../../operations/doctor/diagnose.js');
  return [
    { check: 'settings', state: 'ok', text: 'every setting is valid' },
    ...unknownFindings(deps),
    ...exposure(deps, config).map(
      ({ text, fix }): Finding => ({ check: 'exposure', state: 'warning', text, fix }),
    ),
    ...(await diagnose(config, {
      clock: deps.clock,
      repairsAspects,
      onProgress: countProgress(deps, 'aspects'),
    })),
  ];
}

/** Called after the settings are read, because some are in `.env`. */
const unknownFindings = (deps: Dependencies) =>
  deps.ignoredSettings().map(
    (text): Finding => ({
      check: 'settings',
      state: 'warning',
      text,
      fix: 'correct the variable, or remove it',
    }),
  );

const toLines = ({ state, check, text, fix }: Finding): string[] => [
  `${state.padEnd(8)} ${check.padEnd(12)} ${text}`,
  ...(fix === undefined ? [] : [`${' '.repeat(22)}${fix}`]),
];
