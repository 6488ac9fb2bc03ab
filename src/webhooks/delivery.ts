import type { Attempt } from './send.js';

/** A change to deliver to a webhook. */
export interface NewDelivery {
  readonly id: string;
  /** The number of the change. */
  readonly position: number;
  readonly entityUrn: string;
  readonly type: string;
  readonly time: number;
  readonly body: string;
}

/** A delivery whose time has come. */
export interface DueDelivery {
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
}

/** What becomes of a delivery after an attempt. */
export interface AttemptedDelivery extends Pick<Attempt, 'status' | 'error'> {
  readonly id: string;
  readonly state: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly nextAttemptAt: number | null;
}

/** What becomes of a webhook after a round of attempts. */
export interface Health {
  readonly failures: number;
  readonly failingSince: number | null;
  readonly pausedUntil: number | null;
  readonly disabledReason: string | null;
  /** Whether the endpoint works again, so that what waits for another attempt is due. */
  readonly hasRecovered: boolean;
}
