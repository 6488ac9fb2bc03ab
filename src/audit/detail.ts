import { shortened, withoutTokens } from '../core/text.js';
import type { AuditDetail } from './event.js';

const maxText = 512;
const maxItems = 20;
const maxJson = 8_192;
const hash = /\$argon2\w*\$\S*/g;

/** Returns a text that is safe to keep: shortened, without what looks like a token or the hash of one. */
export const safeText = (text: string): string =>
  shortened(
    withoutTokens(shortened(text, 2 * maxText))
      .replace(hash, '$argon2…')
      .replaceAll('\0', ''),
    maxText,
  );

/** Returns the JSON text of a detail: its texts are safe, its lists are cut, and its size is bounded. */
export function detailText(detail: AuditDetail | undefined): string | null {
  if (detail === undefined) return null;
  const entries = Object.entries(detail).map(([name, value]) => [name, safeValue(value)]);
  const text = JSON.stringify(Object.fromEntries(entries));
  return text.length <= maxJson ? text : JSON.stringify({ tooLong: text.length });
}

function safeValue(value: AuditDetail[string]) {
  if (typeof value === 'string') return safeText(value);
  if (value === null || typeof value !== 'object') return value;
  const items = value.slice(0, maxItems).map(safeText);
  return value.length > maxItems ? [...items, `… and ${value.length - maxItems} more`] : items;
}
