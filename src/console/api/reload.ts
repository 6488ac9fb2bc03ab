import { signal } from '@preact/signals';

/** Increased when all that the page shows is to be loaded again. */
export const reloads = signal(0);

/** Loads again what the page shows: after a change, and after a sign-in, because requests were refused before. */
export const reloadAll = (): void => {
  reloads.value += 1;
};
