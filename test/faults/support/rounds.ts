export interface Rounds {
  /** As many rounds as show the guarantee, whatever they take. */
  readonly least: number;
  readonly most: number;
  /** After this time no more than `least` rounds begin, so that a slow machine does fewer. */
  readonly seconds: number;
}

/** Yields 1, 2, … for as many rounds as there is time for. */
export function* rounds({ least, most, seconds }: Rounds): Generator<number> {
  const until = performance.now() + seconds * 1_000;
  for (let round = 1; round <= most; round += 1) {
    if (round > least && performance.now() > until) return;
    yield round;
  }
}
