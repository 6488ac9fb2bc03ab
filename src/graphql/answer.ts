import type { GraphQLResolveInfo } from 'graphql';
import { answerTooLarge, type TooLarge } from '../core/too-large.js';
import type { Rows, RowsSize } from '../entities/column-views.js';
import { selectionCost } from './selection-cost.js';

/** Quotes and a comma. */
const punctuation = 3;
/** A number, a boolean or null, and the punctuation of the field's name. */
const leafBytes = 8;

/** A list that is read, resolved and written in pieces, after the rest of the response is resolved. */
export interface LongList {
  /** Its position in the data of the response. */
  readonly path: readonly (string | number)[];
  readonly info: GraphQLResolveInfo;
  read(): Promise<Rows<unknown>>;
  /** Whether its items have texts that are counted only when they are resolved, such as those of entities. */
  readonly uncounted: boolean;
}

/** Lists with more items than this become long lists. */
const shortListMax = 100;
/** So do lists whose items have lists with more values than this together. They take some milliseconds. */
const shortListValues = 2_000;

/** The size of one response, estimated while its fields are resolved, and its long lists. */
export class Answer {
  readonly longLists: LongList[] = [];
  /** Set once the response exceeds the limit. */
  tooLarge: TooLarge | null = null;
  /** Of the JSON of the response. */
  readonly maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts a list of known size, which is read later.
   *
   * @returns an empty list for the resolver, which the rows replace
   * @throws TooLarge when the response exceeds the limit
   */
  addLongList(
    { rows, tags, bytes }: RowsSize,
    read: LongList['read'],
    info: GraphQLResolveInfo,
    { uncounted = false } = {},
  ): [] {
    const { row, item, copies } = selectionCost(info);
    this.#add(rows * row + tags * item + bytes * copies);
    this.longLists.push({ path: listKeys(info.path), info, read, uncounted });
    return [];
  }

  /**
   * Makes a list that is read already a long one if it is long. The fields of a short one are counted when they are
   * resolved.
   *
   * @param options.bytesIn the bytes of an item; by default those of its texts
   * @param options.valuesIn the number of values in the lists inside an item
   * @returns the list for the resolver, or, if it is long, what `addLongList` returns
   * @throws TooLarge
   */
  addList<T>(
    items: readonly T[],
    info: GraphQLResolveInfo,
    {
      bytesIn = measureTexts,
      valuesIn = () => 0,
      ...options
    }: { uncounted?: boolean; bytesIn?: (item: T) => number; valuesIn?: (item: T) => number } = {},
  ): readonly T[] {
    const values = sum(items, valuesIn);
    if (items.length <= shortListMax && values <= shortListValues) return items;
    const size = { rows: items.length, tags: 0, bytes: sum(items, bytesIn) };
    return this.addLongList(size, async () => toRows(items, valuesIn), info, options);
  }

  /** Counts the value of a field without subfields. @throws TooLarge for the first field beyond the limit only */
  addLeaf(value: unknown, { path }: GraphQLResolveInfo): void {
    if (this.tooLarge) return;
    this.#add(`${path.key}`.length + leafBytes + measureTexts(value));
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.maxBytes) return;
    this.tooLarge ??= answerTooLarge(this.maxBytes);
    throw this.tooLarge;
  }
}

const sum = <T>(items: readonly T[], measure: (item: T) => number): number =>
  items.reduce((total, item) => total + measure(item), 0);

/** Counts the bytes of a text, or of the texts in an object or a list. */
export function measureTexts(value: unknown): number {
  if (typeof value === 'string') return value.length + punctuation;
  if (typeof value !== 'object' || value === null) return 0;
  return sum(Object.values(value), measureTexts);
}

const toRows = <T>(items: readonly T[], valuesIn: (item: T) => number): Rows<T> => ({
  length: items.length,
  countTags: (index) => valuesIn(items[index]!),
  views: async (from, to) => items.slice(from, to),
});

function listKeys(path: GraphQLResolveInfo['path']): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys;
}
