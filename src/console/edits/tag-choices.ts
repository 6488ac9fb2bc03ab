import type { Signal } from '@preact/signals';
import { may } from '../api/caller.js';
import { useFound } from '../kit/combobox.js';
import type { ShownTag } from '../model/listed-entity.js';
import { numberText } from '../model/numbers.js';
import { type FoundTag, findTags } from './find-tags.js';
import { type Choice, isNew, type Mark, type Marks, newTag, type Present } from './picked.js';

/** Tags that are on the things that are changed and shown at once. A filter finds the others. */
const presentMax = 50;
const nothing: readonly FoundTag[] = [];

export interface ChoiceGroup {
  /** Absent: the group has no heading. */
  readonly heading?: string;
  readonly choices: readonly Choice[];
}

interface Choices {
  readonly groups: readonly ChoiceGroup[];
  /** Whether they are those of the text. */
  readonly isCurrent: boolean;
  readonly failure: string;
}

export interface ChoicesOf {
  readonly heading: string;
  readonly present: ReadonlyMap<string, Present>;
  /** The number of things that are changed. */
  readonly total: number;
  /** Whether only tags that are there are offered. */
  readonly isRemoval: boolean;
  readonly marks: Signal<Marks>;
}

export const markOf = (
  { present, total, isRemoval }: Omit<ChoicesOf, 'heading'>,
  { urn }: ShownTag,
): Mark => {
  const count = isRemoval ? 0 : (present.get(urn)?.count ?? 0);
  return count === 0 ? 'none' : count >= total ? 'all' : 'some';
};

/** Returns the tags that a picker offers for a text. */
export function useChoices(text: string, of: ChoicesOf): Choices {
  const found = useFound(of.isRemoval ? null : text, findTags, nothing);
  const isCurrent = of.isRemoval || found.text === text;
  return { groups: group(text, found.value, of, isCurrent), isCurrent, failure: found.failure };
}

function group(
  text: string,
  found: readonly FoundTag[],
  of: ChoicesOf,
  isCurrent: boolean,
): readonly ChoiceGroup[] {
  const { heading, present, total, isRemoval, marks } = of;
  const asChoice = (tag: FoundTag): Choice => {
    const count = present.get(tag.urn)?.count ?? 0;
    const uses = tag.usage && numberText(tag.usage.entities + tag.usage.columns);
    return {
      tag,
      mark: marks.value.get(tag.urn)?.mark ?? markOf(of, tag),
      hint: count > 0 && total > 1 ? `${numberText(count)} of ${numberText(total)}` : (uses ?? ''),
    };
  };
  const there = [...present.values()].sort((a, b) => b.count - a.count).map(({ tag }) => tag);
  const sought = text.toLowerCase();
  const listed = (tags: readonly FoundTag[], name?: string): ChoiceGroup[] =>
    tags.length === 0 ? [] : [{ ...(name && { heading: name }), choices: tags.map(asChoice) }];
  if (isRemoval)
    return listed(
      there.filter(({ name }) => name.toLowerCase().includes(sought)).slice(0, presentMax),
      heading,
    );
  if (text !== '') {
    const isThere = found.some(({ name }) => name.toLowerCase() === sought);
    const isOffered = isCurrent && !isThere && may('CREATE_TAGS');
    return [...listed(found), ...(isOffered ? listed([newTag(text)]) : [])];
  }
  const isListed = ({ urn }: ShownTag) => present.has(urn) || found.some((tag) => tag.urn === urn);
  const chosen = [...marks.value.values()].map(({ tag }) => tag).filter((tag) => !isListed(tag));
  return [
    ...listed(there.slice(0, presentMax), heading),
    ...listed(chosen, 'To be added'),
    ...listed(
      found.filter(({ urn }) => !present.has(urn)),
      'Most used',
    ),
  ];
}

/** Whether a choice is the last entry, which offers to create a tag. */
export const isOffer = ({ tag, mark }: Choice): boolean => isNew(tag) && mark === 'none';
