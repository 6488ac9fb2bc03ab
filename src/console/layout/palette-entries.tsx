import type { ComponentChildren } from 'preact';
import { Marked, queryWords } from '../kit/highlight.js';
import { Icon } from '../kit/icon.js';
import { Avatar, PlatformMark } from '../kit/marks.js';
import { Tag } from '../kit/tag.js';
import { typeName } from '../model/entity-types.js';
import { links } from '../model/links.js';
import { Keys } from './key-names.js';
import type { Found } from './palette-found.js';
import { findPlaces, type Place } from './palette-places.js';

/** It leads to a page, or opens a form. */
export interface Entry extends Pick<Place, 'href' | 'isOutside' | 'load'> {
  readonly key: string;
  readonly content: ComponentChildren;
}

interface Group {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Returns what the palette offers for a text: what was found, then pages and actions, then the search for the text. */
export function toGroups(query: string, found: readonly Found[]): readonly Group[] {
  const words = queryWords(query);
  const named = (isShown: (one: Found) => boolean): Entry[] =>
    found
      .filter(isShown)
      .map((one) => ({ key: one.urn, href: one.href, content: <Name found={one} words={words} /> }));
  const places = findPlaces(query).map(
    ({ text, icon, keys, ...target }): Entry => ({
      ...target,
      key: text,
      content: (
        <>
          <Icon name={icon} />
          <span>
            <Marked text={text} words={words} />
          </span>
          {keys && (
            <small>
              <Keys keys={keys} />
            </small>
          )}
        </>
      ),
    }),
  );
  const search: Entry = {
    key: 'search',
    href: links.find(query),
    content: (
      <>
        <Icon name="search" />
        <span class="cut">
          Search for “<bdi>{query}</bdi>” everywhere
        </span>
      </>
    ),
  };
  return [
    { name: 'Datasets', entries: named(({ type }) => type === 'DATASET') },
    { name: 'Tags and people', entries: named(({ type }) => type !== 'DATASET') },
    { name: 'Go to and do', entries: query === '' ? places : [...places, search] },
  ].filter(({ entries }) => entries.length > 0);
}

/** An entity with its mark, its name and where it is. */
function Name({ found, words }: { found: Found; words: readonly string[] }) {
  const { urn, name, type, color, platform, place, environment } = found;
  if (type === 'TAG')
    return (
      <>
        <Icon name="tag" />
        <Tag tag={{ urn, name, colorHex: color ?? null }} isLink={false} />
      </>
    );
  return (
    <>
      {platform ? <PlatformMark {...platform} /> : <Avatar urn={urn} name={name} />}
      <span class="cut" dir="auto">
        <Marked text={name} words={words} />
      </span>
      {place && (
        <span class="small faint cut" dir="auto">
          {place}
        </span>
      )}
      <small>{environment ?? typeName(type)}</small>
    </>
  );
}
