import type { Busy } from './busy.js';

/** The number of keys that one call of a batch loader reads. */
export interface BatchMessage {
  readonly loader: string;
  readonly size: number;
}

/** One call of argon2. */
export interface HashMessage {
  readonly queue: string;
  readonly waitedMs: number;
  readonly tookMs: number;
}

/** One answer with changes of metadata. */
export interface EventsMessage {
  readonly sent: number;
  /** Changes that are no events. */
  readonly leftOut: number;
  /** Between the oldest of the changes and the answer. */
  readonly lagMs: number;
}

/** One attempt to deliver a message to a webhook. */
export interface DeliveryMessage {
  readonly outcome: 'delivered' | 'failed';
}

type Subscriber<Message> = (message: Message) => void;

/** Passes messages to subscribers. Subscribers must not throw. */
export class Channel<Message> {
  readonly #subscribers = new Set<Subscriber<Message>>();

  publish(message: Message): void {
    for (const subscriber of this.#subscribers) subscriber(message);
  }

  /** Returns the function that ends the subscription. */
  subscribe(subscriber: Subscriber<Message>): () => void {
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }
}

/** Measurements from code that does not depend on metrics. The channels are global to the process. */
export const batchChannel = new Channel<BatchMessage>();
export const hashChannel = new Channel<HashMessage>();
export const eventsChannel = new Channel<EventsMessage>();
export const deliveryChannel = new Channel<DeliveryMessage>();
/** Refused requests, when they are logged. */
export const busyChannel = new Channel<Busy>();
