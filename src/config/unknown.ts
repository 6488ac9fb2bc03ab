/** Prefixes of this service's settings. `DATABASE_` is also a prefix of other services' variables. */
export const prefixes = [
  'ACCESS_TOKEN_',
  'ASPECT_',
  'ASPECTS_',
  'BOOTSTRAP_',
  'DATABASE_',
  'FAILED_AUTHENTICATIONS_',
  'GRAPHQL_MAX_',
  'OUTBOUND_',
  'SECRETS_',
  'TRUSTED_',
  'WEBHOOK_',
];

/** Docker and Kubernetes set these for every other service, such as one named "database". */
const serviceLinks = /_(SERVICE_HOST|SERVICE_PORT|PORT)(_|$)/;

/** Shorter settings, such as PORT, are too similar to unrelated names. */
const minLength = 8;

/**
 * Lists variables that are set and look like settings but are none, one per line. The lines show no values, which may
 * be passwords.
 *
 * @param settings all names that are read
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  return Object.entries(env)
    .filter(([name, value]) => value && !settings.includes(name))
    .flatMap(([name]) => {
      const meant = settings.find((setting) => setting.length >= minLength && isAlmost(name, setting));
      if (meant) return [`${name} is not a setting: ${meant} is`];
      if (!prefixes.some((prefix) => name.startsWith(prefix)) || serviceLinks.test(name)) return [];
      return [`${name} is not a setting: .env.example lists them`];
    });
}

/**
 * Lists settings of a `.env` file that are empty in the environment, one per line. They have no value: an empty variable is
 * how a caller turns off what the file sets.
 *
 * @param settings names and values of the file
 */
export const emptiedSettings = (
  env: Readonly<Record<string, string | undefined>>,
  settings: Iterable<readonly [name: string, value: string]>,
): string[] =>
  [...settings]
    .filter(([name, value]) => env[name] === '' && value !== '')
    .map(
      ([name]) =>
        `${name} is empty in the environment, so its value in .env has no effect. Unset the variable to use .env`,
    );

/** Whether the names differ only in case, or by one added, missing or different letter, or by two swapped ones. */
function isAlmost(name: string, setting: string): boolean {
  const given = name.toUpperCase();
  if (given === setting) return true;
  if (Math.abs(given.length - setting.length) > 1) return false;
  let same = 0;
  while (given[same] === setting[same]) same += 1;
  const [rest, expected] = [given.slice(same), setting.slice(same)];
  return (
    rest.slice(1) === expected.slice(1) ||
    rest.slice(1) === expected ||
    rest === expected.slice(1) ||
    (rest[0] === expected[1] && rest[1] === expected[0] && rest.slice(2) === expected.slice(2))
  );
}
