/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Who did something, and when. */
export interface Audit {
  readonly time: number;
  readonly actor: string;
}
