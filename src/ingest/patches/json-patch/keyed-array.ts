import { FieldPaths } from '../../../core/field-paths.js';
import { isObject } from '../../../json/lossless-json.js';
import { separator, sourceField, toKeys } from './element-key.js';
import { type Element, Elements } from './elements.js';

/**
 * An array that patches see as a map by key, with one more level for each further field of the key. It keeps the order
 * of the elements and elements with equal keys; a patch sees the first of them.
 */
export class KeyedArray {
  readonly #children = new Map<string, KeyedArray | Elements>();
  readonly #fields: readonly string[];
  readonly #order: { next: number };
  /** The map of the field before, and the key in it. */
  readonly #parent: { readonly array: KeyedArray; readonly key: string } | undefined;
  /** For the columns of a schema; created on first use. */
  #paths: FieldPaths | undefined;
  /** Whether the source of an attribution is a part of the key. */
  readonly #isBySource: boolean;

  /** @param fields of the key; empty if the elements are texts, which are their own keys */
  constructor(fields: readonly string[], parent?: { array: KeyedArray; key: string }) {
    this.#fields = fields;
    this.#parent = parent;
    this.#order = parent ? parent.array.#order : { next: 0 };
    this.#isBySource = parent ? parent.array.#isBySource : fields.includes(sourceField);
  }

  /** Adds an element at the end. */
  push(value: unknown): void {
    this.#insert(toKeys(value, this.#fields), { position: this.#order.next++, value, next: undefined });
  }

  #insert([key = '', ...more]: readonly string[], element: Element): void {
    if (more.length > 0) {
      (this.child(key) as KeyedArray).#insert(more, element);
      return;
    }
    const others = this.#children.get(key) as Elements | undefined;
    if (others) others.insert(element);
    else this.#add(key, new Elements(element));
  }

  #add(key: string, elements: Elements): void {
    this.#children.set(key, elements);
    this.#paths?.add(key);
  }

  /** Whether the map has elements, not maps by the next field of the key. */
  get isLast(): boolean {
    return this.#fields.length <= 1;
  }

  /** Whether the keys are values of a nested field, such as the source of an attribution, which "*" matches. */
  get isByPart(): boolean {
    return this.#fields[0]?.includes(separator) ?? false;
  }

  /** Returns the keys of the elements of a path: its own, and those of the same column under another path. */
  keysAt(key: string): readonly string[] {
    if (this.#fields.length !== 1 || this.#fields[0] !== 'fieldPath') return this.has(key) ? [key] : [];
    this.#paths ??= new FieldPaths(this.#children.keys());
    return this.#paths.sameAs(key);
  }

  has(key: string): boolean {
    return this.#children.has(key);
  }

  keys(): IterableIterator<string> {
    return this.#children.keys();
  }

  delete(key: string): void {
    this.#children.delete(key);
    this.#paths?.delete(key);
  }

  get(key: string): unknown {
    const found = this.#children.get(key);
    return found instanceof KeyedArray ? found : found?.first.value;
  }

  /** Returns the map by the next field, and creates it if it is missing. */
  child(key: string): unknown {
    if (!this.isLast && !this.has(key)) {
      this.#children.set(key, new KeyedArray(this.#fields.slice(1), { array: this, key }));
    }
    return this.get(key);
  }

  /**
   * Replaces the element with this key, or adds one at the end. Elements from other sources of attribution stay, unless
   * the path names the source. DataHub's builders send `{}` for a text.
   */
  set(key: string, given: unknown): void {
    const value = this.#fields.length === 0 && isObject(given) ? key : given;
    const found = this.#children.get(key) as Elements | undefined;
    const nextPosition = () => this.#order.next++;
    if (!found) this.#add(key, new Elements({ position: nextPosition(), value, next: undefined }));
    else if (this.#isBySource || !this.#located(key, value).isHere) found.replaceAll(value);
    else found.replaceSource(value, nextPosition);
  }

  /**
   * Called after a patch has changed the element at a key: adds missing key fields to the element, moves it to the key
   * that its fields have, and deletes empty maps.
   */
  rekey(key: string): void {
    const found = this.#children.get(key);
    if (found && !(found instanceof KeyedArray)) this.#rekeyFirst(key, found);
    for (let array: KeyedArray = this; array.#parent && array.#children.size === 0; ) {
      const parent = array.#parent;
      if (parent.array.#children.get(parent.key) === array) parent.array.#children.delete(parent.key);
      array = parent.array;
    }
  }

  #rekeyFirst(key: string, elements: Elements): void {
    const { first } = elements;
    const { value, root, keys, isHere } = this.#located(key, first.value);
    first.value = value;
    if (isHere) return;
    if (!elements.removeFirst()) this.delete(key);
    root.#insert(keys, first);
  }

  /** Returns an element of a path with its missing key fields, the keys that its fields have, and whether the path has them. */
  #located(key: string, element: unknown) {
    const path = [key];
    let root: KeyedArray = this;
    let value = withKeyField(element, root.#fields[0], key);
    for (; root.#parent; root = root.#parent.array) {
      path.unshift(root.#parent.key);
      value = withKeyField(value, root.#parent.array.#fields[0], root.#parent.key);
    }
    const keys = toKeys(value, root.#fields);
    return { value, root, keys, isHere: keys.every((part, index) => part === path[index]) };
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
      else for (let one: Element | undefined = child.first; one; one = one.next) elements.push(one);
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
