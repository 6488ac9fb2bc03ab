/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Who did something, and when. */
export interface AuditStamp {
  readonly time: number;
  readonly actor: string;
}
