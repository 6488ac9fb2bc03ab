import type { GraphQLResolveInfo } from 'graphql';
import type { Rows, RowsSize } from '../columns/views.js';
import { answerTooLarge, type TooLarge } from '../core/too-large.js';
import { selectionCost } from './selection-cost.js';

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
   * Counts a list that is read already.
   *
   * @param options.valuesIn the number of values in the lists inside an item
   * @returns the list for the resolver, or, if it is long, what `addLongList` returns
   * @throws TooLarge
   */
  addList<T>(
    items: readonly T[],
    measureBytes: (item: T) => number,
    info: GraphQLResolveInfo,
    { valuesIn = () => 0, ...options }: { uncounted?: boolean; valuesIn?: (item: T) => number } = {},
  ): readonly T[] {
    let bytes = 0;
    let values = 0;
    for (const item of items) {
      bytes += measureBytes(item);
      values += valuesIn(item);
    }
    if (items.length > shortListMax || values > shortListValues)
      return this.addLongList(
        { rows: items.length, tags: 0, bytes },
        async () => toRows(items, valuesIn),
        info,
        options,
      );
    this.#addText(bytes, info);
    return items;
  }

  /** Counts the texts of the object that a field resolves to. @throws TooLarge */
  addTexts(texts: object, info: GraphQLResolveInfo): void {
    let bytes = 0;
    for (const text of Object.values(texts)) if (typeof text === 'string') bytes += text.length;
    this.#addText(bytes, info);
  }

  #addText(bytes: number, info: GraphQLResolveInfo): void {
    this.#add(bytes * selectionCost(info).copies);
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.maxBytes) return;
    this.tooLarge ??= answerTooLarge(this.maxBytes);
    throw this.tooLarge;
  }
}

interface Texts {
  readonly name: string | null;
  readonly description: string | null;
  readonly colorHex?: string | null;
}

export const textLength = (texts: Texts | null): number =>
  texts ? (texts.name?.length ?? 0) + (texts.description?.length ?? 0) + (texts.colorHex?.length ?? 0) : 0;

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
