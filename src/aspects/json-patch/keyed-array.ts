import { isObject, type Json } from '../../core/lossless-json.js';

/** Between the names of a path in DataHub's arrayPrimaryKeys. */
export const separator = '\u241f';

interface Element {
  /** its place among all elements of the array */
  readonly at: number;
  value: unknown;
  /** the next one with the same key, in the array's order */
  next: Element | undefined;
}

/**
 * An array that patches see as a map, nested once for each field of its elements' key. Keeps the array's order, and
 * elements that share a key: a patch sees the first of them.
 */
export class KeyedArray {
  readonly #children = new Map<string, KeyedArray | Element>();
  /** The last of several elements with one key. */
  readonly #ends = new Map<string, Element>();
  readonly #fields: readonly string[];
  readonly #order: { next: number };
  readonly #above: { readonly array: KeyedArray; readonly key: string } | undefined;

  /** @param fields none where the elements are texts, each its own key */
  constructor(fields: readonly string[], above?: { array: KeyedArray; key: string }) {
    this.#fields = fields;
    this.#above = above;
    this.#order = above ? above.array.#order : { next: 0 };
  }

  /** Adds an element at the end. */
  push(value: unknown): void {
    this.#insert(keysOf(value, this.#fields), { at: this.#order.next++, value, next: undefined });
  }

  #insert([key = '', ...others]: readonly string[], element: Element): void {
    if (others.length > 0) {
      (this.child(key) as KeyedArray).#insert(others, element);
      return;
    }
    let before = this.#children.get(key) as Element | undefined;
    if (!before || before.at > element.at) {
      element.next = before;
      this.#children.set(key, element);
      return;
    }
    // Almost always the last of those that share the key.
    const end = this.#ends.get(key);
    if (end && end.at < element.at) before = end;
    while (before.next && before.next.at < element.at) before = before.next;
    element.next = before.next;
    before.next = element;
    if (!element.next) this.#ends.set(key, element);
  }

  /** Whether the values at its keys are elements, not maps by the next field. */
  get isLast(): boolean {
    return this.#fields.length <= 1;
  }

  /** Whether its keys are of a part of the element, such as the source of its attribution: "*" then means any. */
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
    this.#ends.delete(key);
  }

  get(key: string): unknown {
    const found = this.#children.get(key);
    return found instanceof KeyedArray ? found : found?.value;
  }

  /** The map by the next field, made where it is missing. */
  child(key: string): unknown {
    if (!this.isLast && !this.has(key)) {
      this.#children.set(key, new KeyedArray(this.#fields.slice(1), { array: this, key }));
    }
    return this.get(key);
  }

  /** In the place of what is there, or at the end. */
  set(key: string, value: unknown): void {
    const found = this.#children.get(key) as Element | undefined;
    this.#ends.delete(key);
    this.#children.set(key, { at: found?.at ?? this.#order.next++, value, next: undefined });
  }

  /**
   * Makes of an element that a patch has changed what it would be in a map that is made anew: it has the fields of its
   * key, and stands at the key that its fields make.
   */
  settle(key: string): void {
    const found = this.#children.get(key);
    if (found && !(found instanceof KeyedArray)) this.#settle(key, found);
    for (let array: KeyedArray = this; array.#above && array.#children.size === 0; ) {
      const { array: above, key: at } = array.#above;
      if (above.#children.get(at) === array) above.#children.delete(at);
      array = above;
    }
  }

  #settle(key: string, element: Element): void {
    const keys = [key];
    let root: KeyedArray = this;
    element.value = named(element.value, root.#fields[0], key);
    for (; root.#above; root = root.#above.array) {
      keys.unshift(root.#above.key);
      element.value = named(element.value, root.#above.array.#fields[0], root.#above.key);
    }
    const actual = keysOf(element.value, root.#fields);
    if (actual.every((part, index) => part === keys[index])) return;
    if (element.next) this.#children.set(key, element.next);
    else this.delete(key);
    element.next = undefined;
    root.#insert(actual, element);
  }

  /** What was put there by its path alone gets its key's fields from there. */
  toArray(): unknown[] {
    const elements: Element[] = [];
    this.#collect(elements);
    return elements.sort((one, other) => one.at - other.at).map(({ value }) => value);
  }

  #collect(elements: Element[]): void {
    const [field] = this.#fields;
    for (const [key, child] of this.#children) {
      const start = elements.length;
      if (child instanceof KeyedArray) child.#collect(elements);
      else for (let one: Element | undefined = child; one; one = one.next) elements.push(one);
      for (let index = start; index < elements.length; index += 1) {
        const element = elements[index]!;
        const value = named(element.value, field, key);
        if (value !== element.value) elements[index] = { ...element, value };
      }
    }
  }
}

const keysOf = (element: unknown, fields: readonly string[]): string[] =>
  fields.length === 0 ? [textOf(element)] : fields.map((field) => keyOf(element, field));

const textOf = (element: unknown) => (typeof element === 'string' ? element : JSON.stringify(element));

/** A key's field that an element lacks, such as an attribution's source, is the empty string. */
function keyOf(element: unknown, field: string): string {
  const found = field
    .split(separator)
    .reduce<unknown>(
      (node, name) => (isMap(node) && Object.hasOwn(node, name) ? node[name] : undefined),
      element,
    );
  return typeof found === 'string' ? found : '';
}

const isMap = (node: unknown): node is Json => isObject(node) && !(node instanceof KeyedArray);

function named(value: unknown, field: string | undefined, key: string): unknown {
  const given = field === undefined || field.includes(separator) || key === '';
  return given || !isObject(value) || value instanceof KeyedArray || Object.hasOwn(value, field)
    ? value
    : { [field]: key, ...value };
}
