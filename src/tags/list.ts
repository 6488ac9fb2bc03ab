import type { Actor } from '../core/actor.js';
import { checkPage, maxRowsBefore, type Page } from '../core/pagination.js';
import { toTokens } from '../search/words.js';
import type { TagListStore, TagOrder } from './list-store.js';
import type { Tag } from './tag-view.js';
import { tagView } from './tag-view.js';

interface Asked {
  readonly start?: number | null | undefined;
  readonly count?: number | null | undefined;
  /** A part of the name or of the id, or beginnings of words, in any case; empty or `*` for all. */
  readonly query?: string | null | undefined;
  readonly unused?: boolean | null | undefined;
  readonly onColumns?: boolean | null | undefined;
  readonly described?: boolean | null | undefined;
  readonly orderBy?: TagOrder | null | undefined;
  readonly descending?: boolean | null | undefined;
}

export interface ListedTags extends Page {
  readonly total: number;
  readonly tags: readonly Tag[];
}

interface Deps {
  readonly store: TagListStore;
  readonly pageSizeMax: number;
}

/** Returns a page of the tags. Every active user may list them. @throws BAD_REQUEST */
export const listTags =
  ({ store, pageSizeMax }: Deps) =>
  async (
    actor: Actor,
    { start, count, query, unused = null, onColumns = null, described = null, orderBy, descending }: Asked,
  ): Promise<ListedTags> => {
    const page = checkPage(start, count, pageSizeMax, maxRowsBefore);
    const text = query?.trim().toLowerCase() ?? '';
    const search = {
      ...page,
      text: text === '*' ? '' : text,
      words: toTokens(query ?? ''),
      unused,
      onColumns,
      described,
      order: orderBy ?? 'NAME',
      descending: descending ?? false,
    };
    const { total, tags } = await store.list(search, actor);
    return { ...page, total, tags: tags.map(tagView) };
  };
