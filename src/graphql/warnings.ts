import { sanitizeMessage } from './errors.js';

/** Further warnings of an answer are left out. */
const maxWarnings = 20;

/** What one answer tells its caller beside the data (docs/wire-contract.md, "GraphQL"). */
export class Warnings {
  readonly #texts = new Set<string>();

  /** Adds a text once. It is cut like the message of an error, and shows no token. */
  readonly add = (text: string): void => {
    if (this.#texts.size < maxWarnings) this.#texts.add(sanitizeMessage(text));
  };

  /** Returns the answer's `extensions`: the warnings in the order in which they were added, or nothing. */
  extensions(): { warnings?: string[] } {
    return this.#texts.size === 0 ? {} : { warnings: [...this.#texts] };
  }
}
