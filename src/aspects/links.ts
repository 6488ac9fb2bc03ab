import type { Transaction } from '../db/query.js';
import type { Steps } from '../scheduling/steps.js';
import type { AspectKey, AspectUpsert } from './aspect.js';
import { type Connecting, differingEdges, replaceEdges } from './edges/edge-store.js';
import { addEdges, type Edge, hasEdges } from './edges/edges.js';
import { addReferences, type Reference, type Referring } from './references/references.js';
import { replaceReferences } from './references/store.js';

/** What aspects say about other entities: their references and their edges of lineage. */
export class Links {
  readonly #referring: Referring[] = [];
  readonly #references: Reference[] = [];
  readonly #connecting: Connecting[] = [];
  readonly #edges: Edge[] = [];

  *add(aspect: Pick<AspectUpsert, 'urn' | 'name' | 'value'>): Steps<void> {
    const [references, edges] = [this.#references.length, this.#edges.length];
    yield* addReferences(aspect, this.#referring, this.#references);
    if (!hasEdges(aspect.name)) return;
    yield* addEdges(aspect, this.#references.slice(references), this.#edges);
    const { urn: source, name } = aspect;
    this.#connecting.push({ source, aspect: name, count: this.#edges.length - edges });
  }

  /** Replaces the stored links of the aspects, whose entities are locked. */
  async write(tx: Transaction): Promise<void> {
    await replaceReferences(tx, this.#referring, this.#references);
    await replaceEdges(tx, this.#connecting, this.#edges);
  }

  /** Returns the aspects whose stored edges are not these. */
  differing(tx: Transaction): Promise<AspectKey[]> {
    return differingEdges(tx, this.#connecting, this.#edges);
  }
}
