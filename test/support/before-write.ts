import type { Database } from '../../src/db/database.js';

/** Lets a test act after a request was checked, and before its first write. */
export function beforeWrite() {
  let next: (() => Promise<unknown>) | undefined;
  const act = async () => {
    const work = next;
    next = undefined;
    await work?.();
  };
  return {
    wrap: (db: Database): Database => ({
      ...db,
      inTransaction: async (...args) => {
        await act();
        return db.inTransaction(...args);
      },
      query: async (sql, params, options) => {
        if (options?.changes) await act();
        return db.query(sql, params, options);
      },
    }),
    /** Calls a function once, before the next write; undefined: none. */
    set: (work: (() => Promise<unknown>) | undefined) => {
      next = work;
    },
  };
}
