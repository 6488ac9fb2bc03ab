import { signal } from '@preact/signals';
import { Choice } from '../kit/field.js';

const key = 'catalog-theme';
const themes = [
  ['', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
type Theme = (typeof themes)[number][0];

const stored = localStorage.getItem(key);
const theme = signal<Theme>(themes.find(([name]) => name === stored)?.[0] ?? '');

function apply(value: Theme) {
  theme.value = value;
  if (value === '') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
}
apply(theme.value);

export function ThemeChoice() {
  return (
    <Choice
      label="Colours"
      options={themes}
      value={theme.value}
      onChange={(value) => {
        localStorage.setItem(key, value);
        apply(value);
      }}
    />
  );
}
