/** Returns the name that a text misspells with the fewest changes; undefined when more than a third would change. */
export function nearest(text: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(text.length / 3) + 1;
  for (const name of names) {
    // Each missing character is a change. This also bounds the work for long texts.
    if (Math.abs(name.length - text.length) >= least) continue;
    const changes = countChanges(text.toUpperCase(), name.toUpperCase());
    if (changes >= least) continue;
    least = changes;
    best = name;
  }
  return best;
}

/** Counts the inserted, deleted and replaced characters between two texts (Levenshtein's distance). */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
