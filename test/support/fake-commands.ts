import { Readable } from 'node:stream';
import { pino } from 'pino';
import type { Dependencies } from '../../src/cli/dependencies.js';
import { catalogProgram } from '../../src/cli/program.js';
import type { Session } from '../../src/cli/remote/session.js';
import { type Config, readConfig } from '../../src/config.js';
import type { Catalog } from '../../src/startup/open-catalog.js';

type Work = 'probe' | 'metrics' | 'migrate' | 'seed' | 'issue' | 'listen';

export interface FakeOptions {
  fails?: Work;
  applied?: string[];
  /** DataHub's variables. */
  remote?: { url?: string; token?: string };
  stdin?: string;
  session?: Partial<Session>;
  /** Awaited in each wait. */
  waiting?: () => Promise<void>;
  env?: Record<string, string>;
  unknown?: string[];
  root?: boolean;
  firstToken?: Partial<Catalog['firstToken']>;
  /** Awaited while the catalog opens. */
  opening?: (signal: AbortSignal) => Promise<void>;
}

export type FakeCommands = ReturnType<typeof fakeCommands>;

/** Runs the command line on fake dependencies. Records what it did, in order, and what it printed. */
export function fakeCommands({
  fails,
  applied = [],
  remote = {},
  stdin = '',
  session = {},
  waiting = async () => undefined,
  env = {},
  unknown = [],
  root = false,
  opening,
  firstToken: token = {},
}: FakeOptions = {}) {
  const firstToken = {
    user: 'urn:li:corpuser:admin',
    file: null,
    expiredAt: null,
    hasLive: true,
    command: 'catalog token create',
    ...token,
  };
  const did: string[] = [];
  const printed: string[] = [];
  const infoLines: string[] = [];
  const warned: string[] = [];
  const logged: string[] = [];
  const configured: Config[] = [];
  let shutdown: (() => Promise<void>) | undefined;

  async function work(name: Work) {
    did.push(name);
    if (fails === name) throw new Error(`${name} failed`);
  }

  const catalog = {
    services: {
      tokens: {
        issue: async (request: object) => {
          await work('issue');
          did.push(JSON.stringify(request));
          return { text: 'the-text', token: {} };
        },
      },
    },
    firstToken,
    ready: async () => undefined,
    createSignInLink: async () => ({ secret: 'the-secret', endsAt: 0 }),
    seedSample: async () => {
      await work('seed');
      return 'seeded';
    },
    close: async () => void did.push('close catalog'),
  } as unknown as Catalog;

  const deps: Dependencies = {
    version: '1.2.3',
    commit: 'abcdef01',
    config: (flags) => {
      const config = readConfig(env, flags);
      configured.push(config);
      return config;
    },
    logFormat: ({ LOG_FORMAT = 'json' }) => LOG_FORMAT,
    log: (_config, stream) => {
      did.push(`log to ${stream}`);
      const write = (line: string) => {
        const { level, msg } = JSON.parse(line);
        (level < pino.levels.values.warn! ? logged : warned).push(msg);
      };
      return pino({ level: 'info' }, { write });
    },
    clock: Date.now,
    ignoredSettings: () => unknown,
    isRoot: () => root,
    probeAddress: () => work('probe'),
    serveMetrics: async ({ METRICS_PORT }) => {
      if (METRICS_PORT === undefined) return null;
      await work('metrics');
      return { close: async () => void did.push('close metrics') };
    },
    openCatalog: async (_config, { signal }) => {
      did.push('open catalog');
      await opening?.(signal!);
      return catalog;
    },
    migrateCatalog: async () => {
      await work('migrate');
      return { applied, edited: [], isNew: false };
    },
    resolveCatalogMigration: async (_config, { resolution }) => void did.push(JSON.stringify(resolution)),
    listen: async () => {
      await work('listen');
      return {
        address: 'http://127.0.0.1:8080',
        hasConsole: true,
        drain: async () => void did.push('drain server'),
        close: async () => void did.push('close server'),
      };
    },
    onShutdown: (_log, { timeoutMs }, close) => {
      did.push(`be ready to stop within ${timeoutMs} ms`);
      shutdown = close;
    },
    print: (line) => printed.push(line),
    info: (line) => infoLines.push(line),
    session: {
      env: { DATAHUB_GMS_URL: remote.url, DATAHUB_GMS_TOKEN: remote.token },
      configFolder: '/nonexistent/catalog',
      isTerminal: false,
      hasColours: false,
      width: null,
      openAddress: null,
      ask: null,
      now: Date.now,
      ...session,
    },
    stdin: () => Readable.from([Buffer.from(stdin)]),
    wait: async (ms) => {
      did.push(`wait ${ms} ms`);
      await waiting();
    },
    // Progress, which a slow machine shows more often, is not among the lines.
    status: () => undefined,
  };

  async function run(...args: string[]) {
    const program = catalogProgram(deps);
    for (const command of [
      program,
      ...program.commands,
      ...program.commands.flatMap((one) => one.commands),
    ]) {
      command.configureOutput({
        writeOut: (text) => printed.push(text),
        writeErr: (text) => infoLines.push(text),
      });
    }
    await program.parseAsync(args, { from: 'user' });
  }

  return {
    program: () => catalogProgram(deps),
    run,
    did,
    printed,
    infoLines,
    warned,
    logged,
    configured,
    stop: async () => shutdown?.(),
  };
}
