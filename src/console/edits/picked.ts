import type { ShownTag } from '../model/listed-entity.js';
import type { FoundTag } from './find-tags.js';

/** What a person wants changed: tags that everything chosen is to have, and tags that none of it is to have. */
export interface TagEdit {
  readonly added: readonly ShownTag[];
  readonly removed: readonly ShownTag[];
}

export type Mark = 'all' | 'some' | 'none';

/** A tag and how many of the chosen things have it. */
export interface Present {
  readonly tag: ShownTag;
  readonly count: number;
}

/** Returns the tags that at least one of several things has, by URN. */
export function countPresent(tagsOf: readonly (readonly ShownTag[])[]): ReadonlyMap<string, Present> {
  const present = new Map<string, Present>();
  for (const tag of tagsOf.flat())
    present.set(tag.urn, { tag, count: (present.get(tag.urn)?.count ?? 0) + 1 });
  return present;
}

/** The beginning of what stands for the URN of a tag that is created when the changes are applied. */
const newPrefix = 'new:';

export const newTag = (name: string): ShownTag => ({ urn: `${newPrefix}${name}`, name });
export const isNew = ({ urn }: ShownTag): boolean => urn.startsWith(newPrefix);

/** What a person has marked so far, by the URN of the tag. A mark that changes nothing is absent. */
export type Marks = ReadonlyMap<string, { readonly tag: ShownTag; readonly mark: 'all' | 'none' }>;

/** What a step leads to. From "some", a third step leads back to it. */
const steps = { all: 'none', none: 'all', some: 'all' } as const;

/** Returns the marks after a tag was toggled. @param before how many of the things have it without the marks */
export function toggle(marks: Marks, tag: ShownTag, before: Mark): Marks {
  const now = marks.get(tag.urn)?.mark ?? before;
  const next = now === 'none' && before === 'some' ? 'some' : steps[now];
  const others = new Map(marks);
  if (next === before || next === 'some') others.delete(tag.urn);
  else others.set(tag.urn, { tag, mark: next });
  return others;
}

export const toEdit = (marks: Marks): TagEdit => ({
  added: [...marks.values()].filter(({ mark }) => mark === 'all').map(({ tag }) => tag),
  removed: [...marks.values()].filter(({ mark }) => mark === 'none').map(({ tag }) => tag),
});

/** A tag in the list of the picker. */
export interface Choice {
  readonly tag: FoundTag;
  readonly mark: Mark;
  /** Beside the name, such as the number of uses. */
  readonly hint: string;
}
