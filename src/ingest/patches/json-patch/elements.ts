import { attributionSource } from '../../../tags/attribution.js';

export interface Element {
  /** The position among all elements of the array. */
  readonly position: number;
  value: unknown;
  /** The next element with the same key. */
  next: Element | undefined;
}

/** The elements of a keyed array that have the same key, in their order. A patch sees the first. */
export class Elements {
  #first: Element;
  #last: Element;
  /** Made when one of several sources is replaced; null after a change. */
  #bySource: Map<string, Element> | null = null;

  constructor(element: Element) {
    this.#first = element;
    this.#last = element;
  }

  get first(): Element {
    return this.#first;
  }

  insert(element: Element): void {
    this.#bySource = null;
    if (element.position < this.#first.position) {
      element.next = this.#first;
      this.#first = element;
      return;
    }
    // Fast path: the element is almost always the last one with its key.
    let before = this.#last.position < element.position ? this.#last : this.#first;
    while (before.next && before.next.position < element.position) before = before.next;
    element.next = before.next;
    before.next = element;
    if (!element.next) this.#last = element;
  }

  /** @returns whether others are left; the first stays when it is the only one */
  removeFirst(): boolean {
    const { next } = this.#first;
    if (!next) return false;
    this.#bySource = null;
    this.#first.next = undefined;
    this.#first = next;
    return true;
  }

  replaceAll(value: unknown): void {
    this.#bySource = null;
    this.#first = { position: this.#first.position, value, next: undefined };
    this.#last = this.#first;
  }

  /** Replaces the element from the same source of attribution, or adds one at the end. */
  replaceSource(value: unknown, nextPosition: () => number): void {
    const source = attributionSource(value);
    if (!this.#first.next && attributionSource(this.#first.value) === source) {
      this.replaceAll(value);
      return;
    }
    const bySource = this.#sources();
    const found = bySource.get(source);
    if (found) {
      found.value = value;
      return;
    }
    const added: Element = { position: nextPosition(), value, next: undefined };
    this.#last.next = added;
    this.#last = added;
    bySource.set(source, added);
  }

  /** If there are several elements from one source, the first remains. */
  #sources(): Map<string, Element> {
    // The patch can have changed the source of the first element, and of no other.
    if (this.#bySource?.get(attributionSource(this.#first.value)) === this.#first) return this.#bySource;
    const found = new Map<string, Element>();
    let last = this.#first;
    for (let one: Element | undefined = this.#first; one; one = one.next) {
      const source = attributionSource(one.value);
      if (found.has(source)) continue;
      found.set(source, one);
      if (one !== last) last.next = one;
      last = one;
    }
    last.next = undefined;
    this.#last = last;
    this.#bySource = found;
    return found;
  }
}
