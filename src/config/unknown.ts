/** What only this service's settings begin with, and `DATABASE_`, whose other variables many services read. */
export const prefixes = [
  'ACCESS_TOKEN_',
  'ASPECT_',
  'BOOTSTRAP_',
  'DATABASE_',
  'FAILED_AUTHENTICATIONS_',
  'GRAPHQL_MAX_',
  'TRUSTED_',
];

/** Docker and Kubernetes set these for every service beside this one, such as one with the name "database". */
const ofNeighbours = /_(SERVICE_HOST|SERVICE_PORT|PORT)(_|$)/;

const shortest = 8;

/**
 * Variables that are set and look like settings but are none, a line each. The lines never show a value: it may be
 * a password.
 *
 * @param settings every name that is read
 */
export function unknownSettings(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
): string[] {
  return Object.entries(env)
    .filter(([name, value]) => value && !settings.includes(name))
    .flatMap(([name]) => {
      const meant = settings.find((setting) => setting.length >= shortest && isAlmost(name, setting));
      if (meant) return [`${name} is not a setting: ${meant} is`];
      if (!prefixes.some((prefix) => name.startsWith(prefix)) || ofNeighbours.test(name)) return [];
      return [`${name} is not a setting: .env.example lists them`];
    });
}

/** The same in other letters' case, or one letter more, less, different, or two that changed places. */
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
