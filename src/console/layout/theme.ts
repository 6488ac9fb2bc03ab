import { signal } from '@preact/signals';

/** The first follows the system. */
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** Of the document, where public/theme.js sets it before the first paint. */
const { dataset } = document.documentElement;
const chosen = signal((dataset.theme ?? 'system') as Theme);

export const themeName = (): Theme => chosen.value;

/** Takes the next of the themes, and remembers the choice in this browser. */
export function chooseNextTheme(): void {
  chosen.value = themes[(themes.indexOf(chosen.value) + 1) % themes.length]!;
  localStorage.setItem('catalog-theme', chosen.value);
  if (chosen.value === 'system') delete dataset.theme;
  else dataset.theme = chosen.value;
}
