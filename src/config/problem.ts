/**
 * Returns the line about an invalid setting.
 *
 * @param isFlag whether the value is from the command line
 */
export function describeProblem(
  name: string,
  message: string,
  value: string | undefined,
  isFlag: boolean,
): string {
  // A URL may hold a password.
  const shown = /_(URL|PROXY)$/.test(name) || /\/\/.*@/.test(value ?? '') ? '' : ` (is ${quote(value)})`;
  return `${isFlag ? toFlag(name) : name}: ${message}${shown}`;
}

/** Returns the flag of a setting: `--data-dir` for DATA_DIR. */
const toFlag = (name: string) => `--${name.toLowerCase().replaceAll('_', '-')}`;

const quote = (value = '') => JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
