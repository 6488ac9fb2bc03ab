import { CatalogError } from '../core/errors.js';
import type { RecordedChange } from './list-store.js';

/** Ids of refused changes that an error lists, and those that its message names. */
const [listed, named] = [100, 3];

/** The refused changes: their number, and the first of them. */
export class RefusedChanges {
  count = 0;
  readonly #first: RecordedChange[] = [];

  add(changes: Iterable<RecordedChange>): void {
    for (const change of changes) {
      this.count += 1;
      if (this.#first.length < listed) this.#first.push(change);
    }
  }

  toError(type: 'BAD_REQUEST' | 'CONFLICT', why: string): CatalogError {
    const first = this.#first.slice(0, named).map((change) => `${toId(change)} (${describe(change)})`);
    const more = this.count > named ? ` and ${this.count - named} more` : '';
    return new CatalogError(type, `The changes ${first.join(', ')}${more} ${why}`, {
      changeIds: this.#first.map(toId),
    });
  }
}

const toId = ({ time, id }: RecordedChange) => `${time}-${id}`;
const describe = ({ category, operation, entityUrn }: RecordedChange) =>
  `${category} ${operation} of ${entityUrn}`;
