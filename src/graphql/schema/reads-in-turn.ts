import type { Actor } from '../../core/actor.js';

interface Reads<State> {
  readonly state: State;
  last: Promise<unknown>;
}

/**
 * Returns a function that runs the reads of one request one after the other. They share a state, such as how much they
 * have read: a read that is over a limit is refused before the database is asked.
 */
export function readsInTurn<State extends object>(start: () => State) {
  // By the actor of the request: the parts of a large answer have contexts of their own.
  const readsByActor = new WeakMap<Actor, Reads<State>>();
  return function inTurn<T>(actor: Actor, read: (state: State) => Promise<T>): Promise<T> {
    const reads = readsByActor.get(actor) ?? { state: start(), last: Promise.resolve() };
    readsByActor.set(actor, reads);
    const result = reads.last.then(() => read(reads.state));
    reads.last = result.catch(() => undefined);
    return result;
  };
}
