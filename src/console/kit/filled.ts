import type { Signal } from '@preact/signals';

/** Returns the texts of optional fields, without those that are empty. */
export function filled<Name extends string>(texts: Readonly<Record<Name, Signal<string>>>) {
  const trimmed = Object.entries<Signal<string>>(texts).map(([name, text]) => [name, text.value.trim()]);
  return Object.fromEntries(trimmed.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>;
}
