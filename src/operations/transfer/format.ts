import { StartupError } from '../../db/startup-error.js';

/**
 * An export is gzip over lines of JSON: a header; for each table a line that names it, then an array of texts for each
 * row, in PostgreSQL's own text form; and an end with the counts.
 */
export const format = { name: 'catalog-export', version: 1 } as const;

export interface Header {
  readonly format: string;
  readonly version: number;
  /** The version of the catalog that wrote the file. */
  readonly catalog: string;
  /** The last migration of the database that was read. */
  readonly migration: string;
}

export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface End {
  readonly end: true;
  /** Rows, by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** The last values of sequences, by `<table>.<column>`. */
  readonly sequences: Readonly<Record<string, number>>;
  /** The number of secrets that the database had and the file does not. */
  readonly secretsLeftOut: number;
}

/** Called with a table and the number of its copied rows so far. */
export type OnProgress = (table: string, rows: number) => void;

/** @throws StartupError when the header is not one of this build's */
export function checkHeader(line: unknown, file: string, migration: string): void {
  const { format: name, version, catalog, migration: made } = Object(line) as Partial<Header>;
  if (name !== format.name) throw new StartupError(`${file} is not an export of a catalog. ${backupHint}`);
  if (version !== format.version) {
    throw new StartupError(
      `${file} has version ${version} of the format; this build reads version ${format.version}. Use the build that ` +
        `wrote it (catalog ${catalog}).`,
    );
  }
  if (made !== migration) {
    throw new StartupError(
      `${file} was written by catalog ${catalog} at the migration ${made}, and this build has ${migration}. Import it ` +
        'with the build that wrote it, and then start this build, which migrates the database; or export it again.',
    );
  }
}

const backupHint = '`catalog restore` reads a file of `catalog backup`.';

/** A row has a few aspects' worth of text at most; a longer line is not from an export. */
const maxLine = 256_000_000;

/** Yields the lines of a text as JSON values. @throws StartupError when one is too long or no JSON */
export async function* jsonLines(texts: AsyncIterable<string>, file: string): AsyncGenerator<unknown> {
  let parts: string[] = [];
  let length = 0;
  let number = 0;
  const parse = (text: string) => {
    number += 1;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw new StartupError(
        `Line ${number} of ${file} is not JSON: the file is not an export of a catalog, or it is damaged. ${backupHint}`,
      );
    }
  };
  for await (const text of texts) {
    const [first = '', ...rest] = text.split('\n');
    parts.push(first);
    length += first.length;
    if (length > maxLine)
      throw new StartupError(`${file} is not an export of a catalog: it has a line of ${length} characters.`);
    for (const next of rest) {
      yield parse(parts.join(''));
      parts = [next];
      length = next.length;
    }
  }
  if (length > 0) yield parse(parts.join(''));
}
