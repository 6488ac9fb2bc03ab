import { isObject } from './exact-json.js';

/** Between the names of a path in DataHub's arrayPrimaryKeys. */
export const separator = '\u241f';

interface Element {
  /** its place among all elements of the array */
  readonly at: number;
  readonly value: unknown;
}

/**
 * An array that patches see as a map, nested once for each field of its elements' key. Keeps the array's order, and
 * elements that share a key: a patch sees the first of them.
 */
export class KeyedArray {
  readonly #children = new Map<string, KeyedArray | Element[]>();
  readonly #fields: readonly string[];
  readonly #order: { next: number };

  /** @param fields none where the elements are texts, each its own key */
  constructor(fields: readonly string[], order = { next: 0 }) {
    this.#fields = fields;
    this.#order = order;
  }

  static of(elements: readonly unknown[], fields: readonly string[]): KeyedArray {
    const array = new KeyedArray(fields);
    for (const element of elements) {
      const keys = fields.length === 0 ? [textOf(element)] : fields.map((field) => keyOf(element, field));
      array.#append(keys, element);
    }
    return array;
  }

  #append([key = '', ...others]: readonly string[], value: unknown): void {
    if (others.length > 0) {
      (this.child(key) as KeyedArray).#append(others, value);
      return;
    }
    const element = { at: this.#order.next++, value };
    const found = this.#children.get(key);
    if (Array.isArray(found)) found.push(element);
    else this.#children.set(key, [element]);
  }

  /** Whether the values at its keys are elements, not maps by the next field. */
  get isLast(): boolean {
    return this.#fields.length <= 1;
  }

  /** Whether its keys are of a part of the element, such as the source of its attribution: "*" then means any. */
  get isByPart(): boolean {
    return this.#fields[0]?.includes(separator) ?? false;
  }

  has = (key: string): boolean => this.#children.has(key);
  keys = (): string[] => [...this.#children.keys()];
  delete = (key: string): boolean => this.#children.delete(key);

  get(key: string): unknown {
    const found = this.#children.get(key);
    return Array.isArray(found) ? found[0]?.value : found;
  }

  /** The map by the next field, made where it is missing. */
  child(key: string): unknown {
    if (!this.isLast && !this.has(key)) {
      this.#children.set(key, new KeyedArray(this.#fields.slice(1), this.#order));
    }
    return this.get(key);
  }

  /** In the place of what is there, or at the end. */
  set(key: string, value: unknown): void {
    const found = this.#children.get(key);
    const at = Array.isArray(found) ? found[0]!.at : this.#order.next++;
    this.#children.set(key, [{ at, value }]);
  }

  /** What was put there by its path alone gets its key's fields from there. */
  toArray(): unknown[] {
    return this.#elements()
      .sort((one, other) => one.at - other.at)
      .map(({ value }) => value);
  }

  #elements(): Element[] {
    const [field] = this.#fields;
    return [...this.#children].flatMap(([key, child]) =>
      (Array.isArray(child) ? child : child.#elements()).map(({ at, value }) => ({
        at,
        value: named(value, field, key),
      })),
    );
  }
}

const textOf = (element: unknown) => (typeof element === 'string' ? element : JSON.stringify(element));

/** A key's field that an element lacks, such as an attribution's source, is the empty string. */
function keyOf(element: unknown, field: string): string {
  const found = field
    .split(separator)
    .reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), element);
  return typeof found === 'string' ? found : '';
}

function named(value: unknown, field: string | undefined, key: string): unknown {
  const given = field === undefined || field.includes(separator) || key === '';
  return given || !isObject(value) || Object.hasOwn(value, field) ? value : { [field]: key, ...value };
}
