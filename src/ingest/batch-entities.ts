import type { AuditDetail } from '../audit/event.js';

/** Which entities a batch has created and deleted so far. */
export class BatchEntities {
  /** Entities that exist because of the batch, and that nothing is written about yet. */
  readonly unused: Set<string>;
  /** Entities that the batch has deleted, even if it has created them before or again. */
  readonly removed = new Set<string>();
  /** What the audit says about the first deletion of each of these, which ended what was there before the batch. */
  readonly details = new Map<string, AuditDetail>();
  readonly #new: Set<string>;
  readonly #deleted = new Set<string>();

  /** @param created the entities that the batch has created when it took its locks */
  constructor(created: readonly string[]) {
    this.unused = new Set(created);
    this.#new = new Set(created);
  }

  /** Whether an entity did not exist before the batch, or was deleted by it. */
  readonly isNew = (urn: string): boolean => this.#new.has(urn);

  /** Whether the batch has deleted an entity and not created it again. No other transaction can create it. */
  readonly isDeleted = (urn: string): boolean => this.#deleted.has(urn);

  addDeleted(urns: readonly string[], details: ReadonlyMap<string, AuditDetail>): void {
    for (const urn of urns) {
      if (!this.removed.has(urn)) this.details.set(urn, details.get(urn) ?? {});
      this.#deleted.add(urn);
      this.removed.add(urn);
      this.#new.add(urn);
      this.unused.delete(urn);
    }
  }

  addRecreated(urns: readonly string[]): void {
    for (const urn of urns) {
      this.#deleted.delete(urn);
      this.unused.add(urn);
    }
  }
}
