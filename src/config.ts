import { isIP } from 'node:net';
import { z } from 'zod';

/** A number of something, within bounds that keep the service usable. */
const count = (defaultValue: number, max: number) =>
  z.coerce.number().int().min(1).max(max).default(defaultValue);

const flag = z
  .enum(['true', 'false', '1', '0'])
  .default('false')
  .transform((text) => text === 'true' || text === '1');

const addressRange = z.string().refine(isAddressRange, {
  error: ({ input }) => `"${String(input)}" is neither an IP address nor a CIDR range such as 10.0.0.0/8`,
});

const addressRanges = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(addressRange));

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' });

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: count(10, 1_000),
  BOOTSTRAP_ADMIN: z.string().min(1).default('admin'),
  BOOTSTRAP_TOKEN_FILE: z.string().min(1).optional(),
  TRUSTED_ACTOR_PROXIES: addressRanges,
  TRUSTED_PROXIES: addressRanges,
  ACCESS_TOKEN_ALLOW_NO_EXPIRY: flag,
  BODY_LIMIT_BYTES: count(1_048_576, 1_073_741_824),
  ASPECT_BODY_LIMIT_BYTES: count(16_777_216, 1_073_741_824),
  ANSWER_MAX_BYTES: count(16_777_216, 268_435_456),
  ANSWER_SEND_TIMEOUT_MS: count(60_000, 3_600_000),
  MEMORY_BUDGET_BYTES: z.coerce.number().int().min(1_048_576).max(1_099_511_627_776).optional(),
  GRAPHQL_MAX_DEPTH: count(12, 1_000),
  GRAPHQL_MAX_ALIASES: count(15, 100_000),
  GRAPHQL_MAX_TOKENS: count(2_000, 10_000_000),
  PAGE_SIZE_MAX: count(1_000, 100_000),
  TAGS_PER_REQUEST_MAX: count(100, 100_000),
  RESOURCES_PER_BATCH_MAX: count(1_000, 100_000),
  TOKENS_PER_ACTOR_MAX: count(1_000, 10_000_000),
  FAILED_AUTHENTICATIONS_PER_MINUTE: count(20, 1_000_000),
  REQUEST_TIMEOUT_MS: count(30_000, 3_600_000),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(0),
});

/** Every environment variable that is read, for the tests that hold `.env.example` to it. */
export const variables = Object.keys(environment.shape);

const consistent = environment.refine(
  ({ DATABASE_URL: primary, DATABASE_REPLICA_URL: replica }) => primary || !replica,
  { path: ['DATABASE_REPLICA_URL'], error: 'is a replica of nothing: set DATABASE_URL, its primary, too' },
);

export type Config = Readonly<z.output<typeof environment>>;

/** Every problem of the environment at once, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError An empty variable counts as absent, as `.env` files write it. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = consistent.safeParse(set);
  if (result.success) return Object.freeze(result.data);
  const lines = result.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    // A database URL holds a password.
    const value = name.endsWith('_URL') ? '' : ` (is ${JSON.stringify(set[name])})`;
    return `${name}: ${message}${value}`;
  });
  throw new ConfigError(`The environment is not right:\n  ${lines.join('\n  ')}`);
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (!version || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
