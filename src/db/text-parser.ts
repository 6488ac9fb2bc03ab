import pg from 'pg';

const int8 = 20;

/** Reads a column of a type from PostgreSQL's text. Counts and times are below 2^53; node-postgres leaves them as text. */
export const textParser = (typeOid: number): ((text: string) => unknown) =>
  typeOid === int8 ? Number : pg.types.getTypeParser(typeOid, 'text');
