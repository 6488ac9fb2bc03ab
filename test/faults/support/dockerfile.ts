import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

/** What a stage of a Dockerfile leaves: a folder in place of a root file system, and what its containers do. */
export interface Stage {
  /** The folder that is `/` of the image. */
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  user: string | null;
  healthcheck: readonly string[];
  entrypoint: readonly string[];
  command: readonly string[];
}

interface Options {
  /** The folder of the sources. */
  readonly context: string;
  readonly dockerfile: string;
  /** Where stages get their folders. */
  readonly folder: string;
  /** The account that stands in for the user of the image. */
  readonly account: { readonly uid: number; readonly gid: number };
}

/** The environment of a build: that of this process without what npm adds for its scripts. */
const buildEnv = () => ({
  HOME: process.env.HOME,
  PATH: process.env.PATH?.split(delimiter)
    .filter((one) => !one.includes('node_modules'))
    .join(delimiter),
});

/**
 * Runs the instructions of a Dockerfile without Docker: each stage has a folder in place of its root file system, and
 * absolute paths are paths in this folder. The base images are the programs of this machine.
 *
 * @returns the last stage
 * @throws when an instruction is unknown or fails, and for a COPY of what .dockerignore leaves out
 */
export function buildImage({ context, dockerfile, folder, account }: Options): Stage {
  const text = readFileSync(join(context, dockerfile), 'utf8').replace(/\\\n\s*/g, ' ');
  const rules = readFileSync(join(context, `${dockerfile}.dockerignore`), 'utf8')
    .trim()
    .split('\n');
  const isSent = (path: string) =>
    rules.some((rule) => rule === `!${path}` || path.startsWith(`${rule.slice(1)}/`));
  const isLeftOut = (path: string) => rules.some((rule) => rule !== '*' && path === join(context, rule));
  const stages = new Map<string, Stage>();
  let stage!: Stage;
  const inImage = (path: string) => (path.startsWith('/') ? path : join(stage.workdir, path));

  function copy(args: string[]) {
    const from = args[0]?.startsWith('--from=') ? stages.get(args.shift()!.slice('--from='.length)) : null;
    const target = args.pop()!;
    for (const source of args) {
      if (!from && !isSent(source)) throw new Error(`.dockerignore leaves out ${source}`);
      const path = from ? join(from.root, source) : join(context, source);
      const name = statSync(path).isFile() && /(^\.|\/)$/.test(target) ? basename(source) : '';
      cpSync(path, join(stage.root, inImage(target), name), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (one) => !isLeftOut(one),
      });
    }
  }

  function run(command: string) {
    const line = command
      .replace(/(?<=[\s=])\/(?=\w)/g, `${stage.root}/`)
      .replace(/--owner=\w+ --group=\w+/, `--owner=${account.uid} --group=${account.gid}`);
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      cwd: join(stage.root, stage.workdir),
      env: { ...buildEnv(), ...stage.env },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`RUN ${command}\n${`${stdout}${stderr}`.slice(-4_000)}`);
  }

  const instructions: Record<string, (rest: string) => void> = {
    FROM(rest) {
      const [, name = 'last'] = / AS (\w+)$/.exec(rest) ?? [];
      const root = join(folder, name);
      mkdirSync(root);
      const containers = { user: null, healthcheck: [], entrypoint: [], command: [] };
      stage = { root, workdir: '/', env: {}, ...containers };
      stages.set(name, stage);
    },
    WORKDIR(rest) {
      stage.workdir = rest;
      mkdirSync(join(stage.root, rest), { recursive: true });
    },
    COPY: (rest) => copy(rest.split(' ')),
    RUN: run,
    ENV: (rest) => Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((one) => one.split('=')))),
    USER: (user) => Object.assign(stage, { user }),
    HEALTHCHECK: (rest) => Object.assign(stage, { healthcheck: JSON.parse(rest.split(' CMD ')[1]!) }),
    ENTRYPOINT: (rest) => Object.assign(stage, { entrypoint: JSON.parse(rest) }),
    CMD: (rest) => Object.assign(stage, { command: JSON.parse(rest) }),
    VOLUME() {},
    EXPOSE() {},
  };
  for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
    const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    const instruction = instructions[name];
    if (!instruction) throw new Error(`${name} is an unknown instruction: ${line}`);
    instruction(rest);
  }
  return stage;
}
