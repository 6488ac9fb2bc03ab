import { isObject } from '../../../core/lossless-json.js';
import { keysOf, separator } from './element-key.js';

interface Element {
  /** The position among all elements of the array. */
  readonly position: number;
  value: unknown;
  /** The next element with the same key. */
  next: Element | undefined;
}

/**
 * An array that patches see as a map by key, with one more level for each further field of the key. It keeps the order of
 * the elements, and several elements with the same key, of which a patch sees the first.
 */
export class KeyedArray {
  readonly #children = new Map<string, KeyedArray | Element>();
  /** The last one of several elements with the same key. */
  readonly #lastByKey = new Map<string, Element>();
  readonly #fields: readonly string[];
  readonly #order: { next: number };
  /** The map of the field before, and the key in it. */
  readonly #parent: { readonly array: KeyedArray; readonly key: string } | undefined;

  /** @param fields of the key; empty if the elements are texts, which are their own keys */
  constructor(fields: readonly string[], parent?: { array: KeyedArray; key: string }) {
    this.#fields = fields;
    this.#parent = parent;
    this.#order = parent ? parent.array.#order : { next: 0 };
  }

  /** Adds an element at the end. */
  push(value: unknown): void {
    this.#insert(keysOf(value, this.#fields), { position: this.#order.next++, value, next: undefined });
  }

  #insert([key = '', ...others]: readonly string[], element: Element): void {
    if (others.length > 0) {
      (this.child(key) as KeyedArray).#insert(others, element);
      return;
    }
    let before = this.#children.get(key) as Element | undefined;
    if (!before || before.position > element.position) {
      element.next = before;
      this.#children.set(key, element);
      return;
    }
    // Fast path: the element is almost always the last one with its key.
    const last = this.#lastByKey.get(key);
    if (last && last.position < element.position) before = last;
    while (before.next && before.next.position < element.position) before = before.next;
    element.next = before.next;
    before.next = element;
    if (!element.next) this.#lastByKey.set(key, element);
  }

  /** Whether the map has elements, not maps by the next field of the key. */
  get isLast(): boolean {
    return this.#fields.length <= 1;
  }

  /** Whether the keys are values of a nested field, such as the source of an attribution, which "*" matches. */
  get isByPart(): boolean {
    return this.#fields[0]?.includes(separator) ?? false;
  }

  has(key: string): boolean {
    return this.#children.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#children.keys();
  }

  delete(key: string): void {
    this.#children.delete(key);
    this.#lastByKey.delete(key);
  }

  get(key: string): unknown {
    const found = this.#children.get(key);
    return found instanceof KeyedArray ? found : found?.value;
  }

  /** Returns the map by the next field, and creates it if it is missing. */
  child(key: string): unknown {
    if (!this.isLast && !this.has(key)) {
      this.#children.set(key, new KeyedArray(this.#fields.slice(1), { array: this, key }));
    }
    return this.get(key);
  }

  /** Replaces the element with this key, or adds one at the end. DataHub's builders send `{}` for a text. */
  set(key: string, given: unknown): void {
    const value = this.#fields.length === 0 && isObject(given) ? key : given;
    const found = this.#children.get(key) as Element | undefined;
    this.#lastByKey.delete(key);
    this.#children.set(key, { position: found?.position ?? this.#order.next++, value, next: undefined });
  }

  /**
   * Called after a patch has changed the element at a key: adds missing key fields to the element, moves it to the key
   * that its fields have, and deletes empty maps.
   */
  rekey(key: string): void {
    const found = this.#children.get(key);
    if (found && !(found instanceof KeyedArray)) this.#rekeyElement(key, found);
    for (let array: KeyedArray = this; array.#parent && array.#children.size === 0; ) {
      const parent = array.#parent;
      if (parent.array.#children.get(parent.key) === array) parent.array.#children.delete(parent.key);
      array = parent.array;
    }
  }

  #rekeyElement(key: string, element: Element): void {
    const keys = [key];
    let root: KeyedArray = this;
    element.value = withKeyField(element.value, root.#fields[0], key);
    for (; root.#parent; root = root.#parent.array) {
      keys.unshift(root.#parent.key);
      element.value = withKeyField(element.value, root.#parent.array.#fields[0], root.#parent.key);
    }
    const actual = keysOf(element.value, root.#fields);
    if (actual.every((part, index) => part === keys[index])) return;
    if (element.next) this.#children.set(key, element.next);
    else this.delete(key);
    element.next = undefined;
    root.#insert(actual, element);
  }

  /** Returns the elements in order, and adds missing key fields from the path. */
  toArray(): unknown[] {
    const elements: Element[] = [];
    this.#collect(elements);
    return elements.sort((one, other) => one.position - other.position).map(({ value }) => value);
  }

  #collect(elements: Element[]): void {
    const [field] = this.#fields;
    for (const [key, child] of this.#children) {
      const start = elements.length;
      if (child instanceof KeyedArray) child.#collect(elements);
      else for (let one: Element | undefined = child; one; one = one.next) elements.push(one);
      for (let index = start; index < elements.length; index += 1) {
        const element = elements[index]!;
        const value = withKeyField(element.value, field, key);
        if (value !== element.value) elements[index] = { ...element, value };
      }
    }
  }
}

function withKeyField(value: unknown, field: string | undefined, key: string): unknown {
  const given = field === undefined || field.includes(separator) || key === '';
  return given || !isObject(value) || value instanceof KeyedArray || Object.hasOwn(value, field)
    ? value
    : { [field]: key, ...value };
}
