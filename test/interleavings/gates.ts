import type { Database } from '../../src/db/database.js';
import type { InTransaction, LongTransaction, Query } from '../../src/db/query.js';
import type { Kind } from './statement-kind.js';

/** A statement that waits for its turn. */
export interface Step {
  readonly kind: Kind;
  readonly text: string;
}

/** Waits for the turn of a step. @returns a function to call when the step has ended */
export type Enter = (step: Step) => Promise<() => void>;

export interface Gating {
  readonly enter: Enter;
  /** The kind of a statement within a transaction. */
  readonly readKind: (sql: string) => Exclude<Kind, 'end'>;
  /** Changes the text of statements, to plant a fault. */
  readonly rewrite: (sql: string) => string;
}

/** Finds out whether a transaction ends more than reads. */
interface Told {
  hasWritten: boolean;
}

/**
 * Returns the same handle, whose statements, COMMIT and ROLLBACK wait for their turn. BEGIN does not: a transaction sees
 * nothing and holds nothing before its first statement.
 */
export function gated(db: Database, { enter, readKind, rewrite }: Gating): Database {
  async function pass<T>(step: Step, run: () => Promise<T>): Promise<T> {
    const leave = await enter(step);
    try {
      return await run();
    } finally {
      leave();
    }
  }

  const alone =
    (query: Query): Query =>
    (sql, params, options) => {
      const text = rewrite(sql);
      const kind = readKind(text) === 'read' ? 'read' : 'end';
      return pass({ kind, text }, () => query(text, params, options));
    };

  const within =
    (query: Query, told: Told): Query =>
    (sql, params, options) => {
      const text = rewrite(sql);
      const kind = readKind(text);
      if (kind === 'write') told.hasWritten = true;
      return pass({ kind, text }, () => query(text, params, options));
    };

  /** Runs a transaction. Its end is a step, for which the work waits. */
  async function toEnd<T>(
    run: (work: (query: Query) => Promise<T>) => Promise<T>,
    work: (query: Query) => Promise<T>,
  ): Promise<T> {
    const told = { hasWritten: false };
    let leave = () => {};
    const enterEnd = async (text: string) => {
      leave = await enter({ kind: told.hasWritten ? 'end' : 'read', text });
    };
    try {
      return await run(async (query) => {
        try {
          const result = await work(within(query, told));
          await enterEnd('COMMIT');
          return result;
        } catch (error) {
          await enterEnd('ROLLBACK');
          throw error;
        }
      });
    } finally {
      leave();
    }
  }

  const inTransaction: InTransaction = (work, deadline) =>
    toEnd(
      (run) => db.inTransaction(({ query }) => run(query), deadline),
      (query) => work({ query }),
    );
  const long =
    (begin: LongTransaction): LongTransaction =>
    (work, signal) =>
      toEnd((run) => begin(run, signal), work);

  const prisma = db.prisma.$extends({
    query: {
      $allOperations: ({ operation, model, args, query }) =>
        pass({ kind: /^(find|count)/.test(operation) ? 'read' : 'end', text: `${operation} ${model}` }, () =>
          query(args),
        ),
    },
  }) as unknown as Database['prisma'];

  return {
    ...db,
    prisma,
    query: alone(db.query),
    bounded: alone(db.bounded),
    read: alone(db.read),
    inTransaction,
    longTransaction: long(db.longTransaction),
    snapshot: long(db.snapshot),
  };
}
