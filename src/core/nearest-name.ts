/** Pairs of neighbouring characters, of which the first begins and the last ends the name. */
function splitPairs(name: string): string[] {
  const text = `^${name.toLowerCase()}$`;
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}

/**
 * Returns a function that finds the most similar of some names, by the pairs of characters that both have (Dice's
 * coefficient). Its work is linear in the length of the given name. Null: no name has a pair of it.
 */
export function nearestName(names: readonly string[]): (given: string) => string | null {
  const lengths = names.map((name) => splitPairs(name).length);
  const namesByPair = new Map<string, number[]>();
  for (const [index, name] of names.entries())
    for (const pair of new Set(splitPairs(name))) {
      const found = namesByPair.get(pair);
      if (found) found.push(index);
      else namesByPair.set(pair, [index]);
    }
  return (given) => {
    const pairs = new Set(splitPairs(given));
    const shared = new Map<number, number>();
    for (const pair of pairs)
      for (const index of namesByPair.get(pair) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    let [nearest, best]: [string | null, number] = [null, 0];
    for (const [index, count] of shared) {
      const similarity = (2 * count) / (pairs.size + lengths[index]!);
      if (similarity > best) [nearest, best] = [names[index]!, similarity];
    }
    return nearest;
  };
}
