import { randomUUID } from 'node:crypto';
import { shortened, withoutTokens } from '../core/text.js';
import type { Steps } from '../scheduling/steps.js';
import type { AuditDetail, AuditEvent } from './event.js';

const maxText = 512;
/** Longer than any URN or name with the other members of a list's entry. */
export const maxValue = 1_024;
/** Characters of the JSON of one detail. */
export const maxDetail = 8_192;
/** Characters of the members that link the parts of an event. */
const maxLink = 160;
const hash = /\$argon2\w*\$\S*/g;

/** Returns a text that is safe to keep: shortened, without what looks like a token or the hash of one. */
export const safeText = (text: string, max = maxText): string =>
  shortened(
    withoutTokens(shortened(text, 2 * max))
      .replace(hash, '$argon2…')
      .replaceAll('\0', ''),
    max,
  );

type Part = Record<string, unknown>;

/**
 * Returns the JSON texts of an event's detail: one, or several if one would be longer than `maxDetail`. No entry of a
 * list is left out; each text is safe. Several parts have the same `change`, their number as `part`, and the number of
 * parts as `parts`.
 */
export function* detailTexts({
  detail,
  step,
}: Pick<AuditEvent, 'detail' | 'step'>): Steps<(string | null)[]> {
  if (detail === undefined && step === undefined) return [null];
  const parts = yield* toParts(detail ?? {});
  const change = step?.change ?? (parts.length > 1 ? randomUUID() : undefined);
  const texts: string[] = [];
  for (const [index, part] of parts.entries()) {
    const link = parts.length > 1 ? { part: index + 1, parts: parts.length } : {};
    texts.push(
      JSON.stringify({ ...part, ...(change && { change }), ...(step && { step: step.number }), ...link }),
    );
    yield;
  }
  return texts;
}

/** Fills one part after the other with the members of a detail and the entries of its lists. */
function* toParts(detail: AuditDetail): Steps<Part[]> {
  const parts: Part[] = [{}];
  let left = maxDetail - maxLink;
  /** Returns the part that has room for a member, or for an entry of a list. */
  const partFor = (name: string, length: number): Part => {
    const isNew = () => !Object.hasOwn(parts.at(-1)!, name);
    const lengthHere = () => length + (isNew() ? JSON.stringify(name).length + 4 : 1);
    if (lengthHere() > left) {
      parts.push({});
      left = maxDetail - maxLink;
    }
    left -= lengthHere();
    return parts.at(-1)!;
  };
  for (const [name, value] of Object.entries(detail)) {
    if (!Array.isArray(value)) {
      const safe = typeof value === 'string' ? safeText(value, maxValue) : value;
      partFor(name, JSON.stringify(safe).length)[name] = safe;
      continue;
    }
    if (value.length === 0) partFor(name, 0)[name] = [];
    for (const entry of value) {
      const safe = safeText(entry, maxValue);
      const part = partFor(name, JSON.stringify(safe).length);
      part[name] ??= [];
      (part[name] as string[]).push(safe);
      yield;
    }
  }
  return parts;
}
