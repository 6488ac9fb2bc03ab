import type pg from 'pg';
import { textParser } from '../query.js';

/**
 * Returns the settings of every connection to a server. They contain no startup option, because a pooler may not
 * pass one on.
 */
export const connectionConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 4_000,
  keepAlive: true,
  application_name: 'catalog',
  types: { getTypeParser: textParser },
});

/** Returns the schema of `?schema=`, Prisma's own URL parameter; undefined when the URL names none. */
export const parseSchema = (url: string): string | undefined =>
  new URL(url).searchParams.get('schema') || undefined;
