import { parseEnv } from 'node:util';

/** Variables that OpenTelemetry and the driver of PostgreSQL read themselves. */
const ofLibraries = /^(OTEL_|PG[A-Z]+$)/;

/**
 * Returns the variables of a `.env` file that the service reads. The file is in the working directory of a command, so
 * it may be untrusted: other variables, such as NODE_TLS_REJECT_UNAUTHORIZED, would change the process itself.
 *
 * @param settings all names that are read
 */
export const envFileSettings = (text: string, settings: readonly string[]): [name: string, value: string][] =>
  Object.entries(parseEnv(text) as Record<string, string>).filter(
    ([name]) => settings.includes(name) || ofLibraries.test(name),
  );
