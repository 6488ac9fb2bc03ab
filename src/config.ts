import { z } from 'zod';
import { auditTarget } from './config/audit-stream.js';
import { type EnvFile, readEnvFile } from './config/env-file.js';
import { describeProblem } from './config/problem.js';
import { publicUrl } from './config/public-url.js';
import { checkExternalIssuer, checkStdout, checkTokenFiles } from './config/together.js';
import { emptiedSettings, unknownSettings as unknownAmong } from './config/unknown.js';
import {
  addressRanges,
  between,
  choice,
  count,
  databaseUrl,
  filePath,
  flag,
  isLoopback,
  names,
  origins,
  proxyAddress,
  secureUrl,
  wholeNumber,
  wordIn,
  wordsIn,
} from './config/values.js';
import { sslModes, withParameters } from './core/database-url.js';

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(8080, 0, 65_535),
  PUBLIC_URL: publicUrl.optional(),
  HSTS_INCLUDE_SUBDOMAINS: flag(false),
  LOG_LEVEL: wordIn(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: wordIn(['json', 'pretty']).optional(),
  DATA_DIR: filePath.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  PGSSLMODE: wordIn(sslModes).optional(),
  PGSSLROOTCERT: filePath.optional(),
  PGSSLCERT: filePath.optional(),
  PGSSLKEY: filePath.optional(),
  READY_WHEN_READ_ONLY: flag(true),
  DATABASE_POOL_SIZE: count(10, 1_000),
  DATABASE_CONNECT_TIMEOUT_MS: wholeNumber(30_000, 0, 3_600_000),
  BOOTSTRAP_ADMIN: z.string().min(1).default('admin'),
  BOOTSTRAP_TOKEN_FILE: filePath.optional(),
  BOOTSTRAP_TOKEN_INPUT_FILE: filePath.optional(),
  TRUSTED_ACTOR_PROXIES: addressRanges,
  TRUSTED_PROXIES: addressRanges,
  CORS_ORIGINS: origins,
  GRAPHIQL: choice.optional(),
  CONSOLE: flag(true),
  ACCESS_TOKEN_ALLOW_NO_EXPIRY: flag(false),
  ACCESS_TOKEN_DURATIONS: wordsIn([
    ...(['ONE_HOUR', 'ONE_DAY', 'ONE_WEEK', 'ONE_MONTH', 'THREE_MONTHS', 'SIX_MONTHS'] as const),
    ...(['ONE_YEAR', 'NO_EXPIRY'] as const),
  ]),
  ACCESS_TOKEN_MAX_DAYS: count(365, 36_500),
  EXTERNAL_ISSUER: z.string().optional(),
  EXTERNAL_AUDIENCE: names,
  EXTERNAL_JWKS_URL: secureUrl.optional(),
  EXTERNAL_JWKS_FILE: filePath.optional(),
  EXTERNAL_ALGORITHMS: wordsIn([
    ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
    ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
  ]),
  EXTERNAL_USER_CLAIM: z.string().default('sub'),
  EXTERNAL_TOKEN_MAX_SECONDS: count(86_400, 31_536_000),
  EXTERNAL_TOKENS_CAP: flag(false),
  ASPECTS_UNKNOWN: wordIn(['refuse', 'store']).optional(),
  BODY_LIMIT_BYTES: count(1_048_576, 1_073_741_824),
  ASPECT_BODY_LIMIT_BYTES: count(16_777_216, 1_073_741_824),
  BODY_MIN_BYTES_PER_SECOND: wholeNumber(1_024, 0, 1_073_741_824),
  ANSWER_MAX_BYTES: count(16_777_216, 268_435_456),
  ANSWER_SEND_TIMEOUT_MS: count(60_000, 3_600_000),
  MEMORY_BUDGET_BYTES: between(1_048_576, 1_099_511_627_776).optional(),
  GRAPHQL_MAX_DEPTH: count(12, 1_000),
  GRAPHQL_MAX_ALIASES: count(15, 100_000),
  GRAPHQL_MAX_TOKENS: count(2_000, 10_000_000),
  GRAPHQL_MAX_VALUES: count(100_000, 10_000_000),
  PAGE_SIZE_MAX: count(1_000, 100_000),
  SCROLL_SIZE_MAX: count(10_000, 100_000),
  LINEAGE_MAX_RELATIONS: count(40_000, 1_000_000),
  TAGS_PER_REQUEST_MAX: count(100, 100_000),
  RESOURCES_PER_BATCH_MAX: count(1_000, 100_000),
  PROPOSALS_PER_BATCH_MAX: count(10_000, 1_000_000),
  MONTHS_PER_REQUEST_MAX: count(24, 240),
  TOKENS_PER_ACTOR_MAX: count(1_000, 10_000_000),
  TOKEN_RETENTION_DAYS: count(90, 36_500),
  AUDIT_RETENTION_DAYS: count(365, 36_500),
  KEEP_EDITED_TAGS: flag(false),
  AUDIT_STREAM: auditTarget.optional(),
  DELETED_TAG_DAYS: wholeNumber(30, 0, 36_500),
  CHANGE_EVENTS: flag(true),
  CHANGE_EVENTS_DAYS: count(30, 36_500),
  WEBHOOK_ALLOWED_NETWORKS: addressRanges,
  OUTBOUND_PROXY: proxyAddress.optional(),
  SECRETS_KEY_FILE: filePath.optional(),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count(20, 1_000_000),
  REQUEST_TIMEOUT_MS: count(30_000, 3_600_000),
  REQUEST_WAIT_MAX_MS: count(10_000, 3_600_000),
  REQUEST_QUEUE_MAX: count(1_000, 1_000_000),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 0, 600_000),
  METRICS_PORT: between(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
});

/** Names of all settings. A test compares `.env.example` with them. */
export const variables = Object.keys(environment.shape);

/** DataHub's names of settings that have another name here. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['ACCESS_TOKEN_ALLOWED_DURATIONS', 'ACCESS_TOKEN_DURATIONS'],
]);
const readNames = [...variables, ...aliases.keys()];

const consistent = environment
  .refine(({ DATABASE_URL: primary, DATABASE_REPLICA_URL: replica }) => primary || !replica, {
    path: ['DATABASE_REPLICA_URL'],
    error: 'must be set together with DATABASE_URL, its primary',
  })
  .refine(
    ({ ACCESS_TOKEN_DURATIONS: durations, ACCESS_TOKEN_ALLOW_NO_EXPIRY: noExpiry }) =>
      noExpiry || durations.some((name) => name !== 'NO_EXPIRY'),
    {
      path: ['ACCESS_TOKEN_DURATIONS'],
      error: 'allows no token: add a duration other than NO_EXPIRY, or set ACCESS_TOKEN_ALLOW_NO_EXPIRY',
    },
  )
  .superRefine(checkTokenFiles)
  .superRefine(checkExternalIssuer)
  .superRefine(checkStdout)
  .transform(({ PGSSLMODE, PGSSLROOTCERT, PGSSLCERT, PGSSLKEY, ...settings }) => {
    const defaults = { sslmode: PGSSLMODE, sslrootcert: PGSSLROOTCERT, sslcert: PGSSLCERT, sslkey: PGSSLKEY };
    const { DATABASE_URL, DATABASE_REPLICA_URL } = settings;
    return {
      ...settings,
      DATABASE_URL: DATABASE_URL && withParameters(DATABASE_URL, defaults),
      DATABASE_REPLICA_URL: DATABASE_REPLICA_URL && withParameters(DATABASE_REPLICA_URL, defaults),
      GRAPHIQL: settings.GRAPHIQL ?? isLoopback(settings.HOST),
    };
  });

export type Config = Readonly<z.output<typeof consistent>>;

export { isLoopback };

/** Lists every problem of the environment, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The settings are invalid:\n  ${problems.join('\n  ')}`);
  }
}

type Texts = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration. An empty variable counts as unset, as in `.env` files.
 *
 * @param flags settings of the command line, by the names of their variables, which they override
 * @throws ConfigError when it is invalid
 */
export function readConfig(env: Texts, flags: Texts = {}): Config {
  const set = Object.fromEntries(
    [...Object.entries(env), ...Object.entries(flags)].filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const given = new Map([...aliases].filter(([alias]) => set[alias]).map(([alias, name]) => [name, alias]));
  const twice = [...given].filter(([name]) => set[name]);
  if (twice.length > 0)
    throw new ConfigError(twice.map((names) => `${names.join(' and ')} are one setting: set one of them`));
  const result = consistent.safeParse(
    Object.fromEntries(Object.entries(set).map(([name, value]) => [aliases.get(name) ?? name, value])),
  );
  if (result.success) return Object.freeze(result.data);
  const lines = result.error.issues.map(({ path, message }) => {
    const name = given.get(String(path[0])) ?? String(path[0]);
    return describeProblem(name, message, set[name], flags[name] !== undefined);
  });
  throw new ConfigError([...new Set(lines)]);
}

/** Reads a `.env` file. @throws ConfigError when settings in it would be ignored: the service would start without them */
export function loadEnvFile(path: string): Omit<EnvFile, 'problems'> {
  const { problems, ...found } = readEnvFile(path, readNames);
  if (problems.length > 0) throw new ConfigError(problems);
  return found;
}

/** Lists variables that look like settings but are not read, one per line, without values. */
export const unknownSettings = (env: Texts): string[] => unknownAmong(env, readNames);

/**
 * Lists variables that look like settings and have no effect, one per line.
 *
 * @param given the environment without the values of the file
 */
export const ignoredSettings = (
  env: Texts,
  given: Texts,
  file: ReturnType<typeof loadEnvFile> | undefined,
): string[] => [
  ...unknownSettings({ ...file?.all, ...env }),
  ...(file ? emptiedSettings(given, file.settings) : []),
];
