import type { GraphQLResolveInfo } from 'graphql';
import { answerTooLarge, type TooLarge } from '../core/too-large.js';
import type { Rows, RowsSize } from '../metadata/views.js';
import { selectionCost } from './selection-cost.js';

/** A list that is read, resolved and written piece by piece, after all else is resolved. */
export interface LongList {
  /** Where it goes in the answer. */
  readonly path: readonly (string | number)[];
  readonly info: GraphQLResolveInfo;
  read(): Promise<Rows<unknown>>;
}

/** Lists of up to this many items are resolved with all else. */
const short = 100;

/** What resolvers have found so far for one answer: its size by estimate, and the lists that are yet to be read. */
export class Answer {
  readonly longLists: LongList[] = [];
  /** Why there is none, once more was found than an answer may hold. */
  refusal: TooLarge | null = null;
  readonly #maxBytes: number;
  #bytes = 0;

  /** @param maxBytes of its JSON */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * To be called by what resolves a list, with its size.
   *
   * @returns an empty list, in whose place the rows are put later
   * @throws TooLarge when it is too much together with what else was found
   */
  later({ rows, tags, bytes }: RowsSize, read: LongList['read'], info: GraphQLResolveInfo): [] {
    const { row, item, copies } = selectionCost(info);
    this.count(rows * row + tags * item + bytes * copies);
    this.longLists.push({ path: keysOf(info.path), info, read });
    return [];
  }

  /** A list that is read already: itself when it is short, else as `later`. */
  list<T>(items: readonly T[], bytesOf: (item: T) => number, info: GraphQLResolveInfo): readonly T[] {
    let bytes = 0;
    for (const one of items) bytes += bytesOf(one);
    if (items.length > short)
      return this.later({ rows: items.length, tags: 0, bytes }, async () => rowsOf(items), info);
    if (bytes > smallText) this.count(bytes * selectionCost(info).copies);
    return items;
  }

  /** To be called for texts that are read already, by the field that shows them. @throws TooLarge */
  texts(texts: Texts, info: GraphQLResolveInfo): void {
    const bytes = textLength(texts);
    if (bytes > smallText) this.count(bytes * selectionCost(info).copies);
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= this.#maxBytes) return;
    this.refusal ??= answerTooLarge(this.#maxBytes);
    throw this.refusal;
  }
}

/** Texts of an object that are not worth counting, of which a document can ask for some dozens. */
const smallText = 4_096;

interface Texts {
  readonly name: string | null;
  readonly description: string | null;
  readonly colorHex?: string | null;
}

export const textLength = (texts: Texts | null): number =>
  texts ? (texts.name?.length ?? 0) + (texts.description?.length ?? 0) + (texts.colorHex?.length ?? 0) : 0;

const rowsOf = <T>(items: readonly T[]): Rows<T> => ({
  length: items.length,
  tagsOf: () => 0,
  views: async (from, to) => items.slice(from, to),
});

function keysOf(path: GraphQLResolveInfo['path']): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: GraphQLResolveInfo['path'] | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys;
}
