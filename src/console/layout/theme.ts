import { signal } from '@preact/signals';

const key = 'catalog-theme';
/** The first follows the system. */
const themes = ['system', 'light', 'dark'] as const;

const stored = themes.indexOf((localStorage.getItem(key) ?? '') as (typeof themes)[number]);
const chosen = signal(Math.max(0, stored));

export const themeName = (): string => themes[chosen.value]!;

function apply(): void {
  if (chosen.value === 0) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = themeName();
}
apply();

/** Takes the next of the themes, and remembers the choice in this browser. */
export function chooseNextTheme(): void {
  chosen.value = (chosen.value + 1) % themes.length;
  localStorage.setItem(key, themeName());
  apply();
}
