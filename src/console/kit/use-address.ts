import { useLocation } from 'preact-iso';

type Change<Name extends string> = (changes: Partial<Record<Name, string>>, isReplacing?: boolean) => void;

/**
 * Keeps what a page shows in its address, so that back, forward and bookmarks lead there again. A value that is its
 * default is left out.
 *
 * @returns the values, and what changes some of them: as a step to go back from, or in place of the last one
 */
export function useAddress<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
): readonly [Readonly<Record<Name, string>>, Change<Name>] {
  const { path, query, route } = useLocation();
  const names = Object.keys(defaults) as Name[];
  const read = (address: Readonly<Record<string, string>>) =>
    Object.fromEntries(names.map((name) => [name, address[name] ?? defaults[name]])) as Record<Name, string>;
  const change: Change<Name> = (changes, isReplacing = false) => {
    // Of the address itself: a change that comes before the page is drawn again keeps the one before it.
    const next = { ...read(Object.fromEntries(new URLSearchParams(location.search))), ...changes };
    const kept = names.filter((name) => next[name] !== defaults[name]);
    const text = new URLSearchParams(kept.map((name) => [name, next[name]])).toString();
    route(text === '' ? path : `${path}?${text}`, isReplacing);
  };
  return [read(query), change];
}

/** Returns where a page of a list starts, from its text in an address. */
export const readStart = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 0);
