import { CatalogError, type Failure } from '../core/errors.js';
import { shortened } from '../core/text.js';
import { quoted } from '../core/urn.js';
import { prefixError, type Subject } from './proposal.js';

/** The maximum number of refused proposals that a response lists. Further ones are counted. */
const namedMax = 100;
const reasonLength = 500;
const urnLength = 512;
const nameLength = 100;

/** Collects the reasons why proposals of a batch are refused, so that one response is enough to repair the batch. */
export class Refusals {
  readonly #named: { readonly failure: Failure; readonly error: CatalogError }[] = [];
  #count = 0;

  /** @param proposals the number of proposals in the batch */
  constructor(readonly proposals: number) {}

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /**
   * @param untried the number of later proposals that depend on this one
   * @throws an error that is not a `CatalogError`
   */
  add({ index, urn, aspectName }: Subject, error: unknown, untried = 0): void {
    if (!(error instanceof CatalogError)) throw error;
    this.#count += 1;
    if (this.#named.length >= namedMax) return;
    const note = untried === 0 ? '' : `; later proposals for this aspect were not tried: ${untried}`;
    const failure = {
      index,
      urn: urn && shortened(urn, urnLength),
      aspect: aspectName && shortened(aspectName, nameLength),
      status: error.code,
      reason: shortened(error.message, reasonLength - note.length) + note,
      ...(error.missingPrivileges && { missingPrivileges: error.missingPrivileges }),
    };
    this.#named.push({ failure, error });
  }

  /** Returns an error that concerns the whole batch and has shown at one proposal. */
  ofBatch(index: number, error: unknown): unknown {
    return prefixError(this.proposals === 1 ? '' : `proposals[${index}]`, error);
  }

  /** @throws the error of the first refused proposal, which names the others too */
  throwIfAny(): void {
    if (this.isEmpty) return;
    this.#named.sort((a, b) => a.failure.index - b.failure.index);
    const { failure, error } = this.#named[0]!;
    if (this.proposals === 1) throw error;
    const failures = this.#named.map((one) => one.failure);
    const many = this.#count === 1 ? '' : `${this.#count} of ${this.proposals} proposals are refused. `;
    const more = this.#count > failures.length ? `; and ${this.#count - failures.length} more` : '';
    throw new CatalogError(error.type, `${many}${failures.map(toText).join('; ')}${more}`, {
      // The message can take 100 KB, too much for a line of the log.
      detail: `${many}proposals[${failure.index}]: ${error.detail ?? failure.reason}`,
      batch: { failureCount: this.#count, failures },
    });
  }
}

function toText({ index, urn, aspect, reason }: Failure): string {
  const names = [aspect, urn].flatMap((name) => name ?? []).map(quoted);
  const isNamed = names.every((name) => reason.includes(name));
  return `proposals[${index}]: ${reason}${isNamed ? '' : ` (${names.join(' of ')})`}`;
}
