/** Milliseconds since the epoch. */
export type Clock = () => number;

/** Who made a change, and when. */
export interface AuditStamp {
  /** ms since the epoch */
  readonly time: number;
  /** A URN. */
  readonly actor: string;
}

export const dayMs = 86_400_000;
