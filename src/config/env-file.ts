import { parseEnv } from 'node:util';
import { readTextFileSync } from '../files/text-file.js';
import { UnreadableFile } from '../files/unreadable-file.js';

const maxBytes = 1_000_000;

/** Variables that OpenTelemetry and the driver of PostgreSQL read themselves. */
const ofLibraries = /^(OTEL_|PG[A-Z]+$)/;

/** Settings whose values may contain #. */
const mayHoldHash = /(_(URL|PROXY)$|^PG)/;

export interface EnvFile {
  /** The variables that the service reads. */
  readonly settings: readonly [name: string, value: string][];
  readonly all: Readonly<Record<string, string>>;
  /** Why the file is not read as it is meant, one text for each reason. */
  readonly problems: readonly string[];
}

/**
 * Reads a `.env` file; without a file, there are no variables. The file is in the working directory of a command, so it
 * may be untrusted: variables other than settings, such as NODE_TLS_REJECT_UNAUTHORIZED, would change the process
 * itself.
 *
 * @param names of all settings
 */
export function readEnvFile(path: string, names: readonly string[]): EnvFile {
  const { text, problems } = readIfPresent(path);
  const all = parseEnv(text) as Record<string, string>;
  return {
    settings: Object.entries(all).filter(([name]) => isRead(name, names)),
    all,
    problems: [...problems, ...ignoredLines(text, all, names)],
  };
}

function readIfPresent(path: string): { text: string; problems: string[] } {
  try {
    return { text: readTextFileSync(path, maxBytes), problems: [] };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { text: '', problems: error.kind === 'missing' ? [] : [error.message] };
  }
}

const isRead = (name: string, settings: readonly string[]) =>
  settings.includes(name) || ofLibraries.test(name);

/**
 * Lists the lines that name a setting which the parser does not find there, such as `DATABASE_URL: …`, or a value that
 * it cuts off. The parser ignores such a line without a word, and the service would start on another database. The texts
 * show no values, which may be passwords.
 */
const ignoredLines = (text: string, all: EnvFile['all'], names: readonly string[]): string[] =>
  text.split(/\r\n|\r|\n/).flatMap((line, index) => {
    const [, name = '', rest = ''] = /^[^\w#]*(?:(?:export|set|env:)\s*)?(\w+)(.*)$/i.exec(line) ?? [];
    if (!isRead(name, names)) return [];
    const where = `.env, line ${index + 1}: `;
    if (!Object.hasOwn(all, name)) return [`${where}${name} is not set by this line. Write ${name}=value`];
    // An unquoted value ends there, as before a comment.
    const isCut = mayHoldHash.test(name) && /^\s*=\s*[^\s"'`#][^\s#]*#/.test(rest);
    return isCut ? [`${where}the value of ${name} ends before #. Put the value in quotes`] : [];
  });
