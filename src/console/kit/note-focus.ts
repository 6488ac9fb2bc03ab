/**
 * Notes which element has the focus, and returns a function that gives the focus back to it. The element may be gone by
 * then, or disappear while it has the focus: the row of a deleted token is there until the list is loaded again. In both
 * cases its row gets the focus, or else the heading of the list.
 */
export function noteFocus(): () => void {
  const opener = document.activeElement;
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {};
  const places = [
    opener,
    opener.closest('details')?.querySelector('summary'),
    opener.closest<HTMLElement>('tr, li'),
    opener.closest('section')?.querySelector('h2'),
  ].filter((place) => place instanceof HTMLElement);
  return () => focusFirst(places);
}

/** Without any of the places, the heading of the page gets the focus. It may be that of the next page. */
function focusFirst(places: readonly HTMLElement[]): void {
  const index = places.findIndex(takesFocus);
  const place = places[index];
  if (place === undefined) {
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading) takesFocus(heading);
    return;
  }
  const observer = new MutationObserver(() => {
    if (document.activeElement === place) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusFirst(places.slice(index + 1));
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** An element that is hidden, or not in the page any more, does not take the focus. */
function takesFocus(place: HTMLElement): boolean {
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus();
  return document.activeElement === place;
}
