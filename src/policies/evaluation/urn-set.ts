/** The URNs that are listed or begin with one of the prefixes. */
export interface UrnSet {
  readonly urns: ReadonlySet<string>;
  readonly prefixes: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const allUrns: UrnSet = { urns: none, prefixes: new Set(['']) };
export const toUrnSet = (urns: Iterable<string>): UrnSet => ({ urns: new Set(urns), prefixes: none });
export const toPrefixSet = (prefixes: Iterable<string>): UrnSet => ({
  urns: none,
  prefixes: new Set(prefixes),
});
export const toTypeSet = (types: readonly string[]): UrnSet =>
  toPrefixSet(types.map((type) => `urn:li:${type}:`));

/** Returns the prefixes of a set that a text begins with. Takes time in proportion to the number of their lengths. */
export function* prefixesIn(text: string, lengths: Iterable<number>): Generator<string> {
  for (const length of lengths) if (length <= text.length) yield text.slice(0, length);
}

const listLengths = (texts: Iterable<string>): Set<number> => new Set([...texts].map(({ length }) => length));

/** Returns the URNs that are in both sets, in time that grows with the sum of their lists. */
export function intersection(a: UrnSet, b: UrnSet): UrnSet {
  const urns = new Set<string>();
  const prefixes = new Set<string>();
  const keep = (from: UrnSet, other: UrnSet) => {
    const lengths = listLengths(other.prefixes);
    const begins = (text: string) => {
      for (const prefix of prefixesIn(text, lengths)) if (other.prefixes.has(prefix)) return true;
      return false;
    };
    for (const urn of from.urns) if (other.urns.has(urn) || begins(urn)) urns.add(urn);
    for (const prefix of from.prefixes) if (begins(prefix)) prefixes.add(prefix);
  };
  keep(a, b);
  keep(b, a);
  return { urns, prefixes };
}
