/**
 * Returns the table that an object literal spells. Texts from outside are looked up in maps only: an object also has the
 * members of `Object.prototype`, such as `constructor`.
 */
export const toMap = <Value>(table: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(table));
