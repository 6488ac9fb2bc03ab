import type { Command } from 'commander';
import { type Config, ConfigError } from '../../config.js';
import type { Finding } from '../../operations/doctor/finding.js';
import { CommandFailed } from '../command-failed.js';
import type { Dependencies } from '../dependencies.js';
import { exposure } from '../warnings.js';
import { dataDirOption } from './data-dir.js';

export function doctorCommand(program: Command, deps: Dependencies): void {
  program
    .command('doctor')
    .description('check the settings, the database, the disk and access, and recommend actions')
    .addOption(dataDirOption())
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nThis command changes nothing. The exit code is 1 if a check fails, and 0 if there are only warnings.' +
        '\n\nExamples:\n  catalog doctor\n  catalog doctor --data-dir ./trial --json',
    )
    .action(({ dataDir, json = false }: { dataDir?: string; json?: boolean }) => doctor(dataDir, json, deps));
}

async function doctor(dataDir: string | undefined, json: boolean, deps: Dependencies): Promise<void> {
  const findings = await collectFindings(dataDir, deps);
  const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
  if (json)
    deps.print(JSON.stringify({ errors: count('error'), warnings: count('warning'), findings }, null, 2));
  else for (const line of findings.flatMap(toLines)) deps.print(line);
  if (count('error') > 0) throw new CommandFailed(`errors: ${count('error')}, warnings: ${count('warning')}`);
}

async function collectFindings(dataDir: string | undefined, deps: Dependencies): Promise<Finding[]> {
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
    ...(await diagnose(config, deps.clock)),
  ];
}

/** Called after the settings are read, because some are in `.env`. */
const unknownFindings = (deps: Dependencies) =>
  deps.unknownSettings().map(
    (text): Finding => ({
      check: 'settings',
      state: 'warning',
      text,
      fix: 'correct the name, or remove it',
    }),
  );

const toLines = ({ state, check, text, fix }: Finding): string[] => [
  `${state.padEnd(8)} ${check.padEnd(12)} ${text}`,
  ...(fix === undefined ? [] : [`${' '.repeat(22)}${fix}`]),
];
