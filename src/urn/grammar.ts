import { toNormalForm } from './normal-form.js';
import { blankEnd, invisible, maxUrnBytes, reserved } from './spelling.js';

/** `urn:li:<type>:<key>`, in Unicode normal form C. Compared as a string (docs/wire-contract.md, "URNs"). */
export type Urn = string;

export interface ParsedUrn {
  readonly urn: Urn;
  readonly type: string;
  /** The parts of the tuple, or the single id; not percent-decoded. */
  readonly parts: readonly string[];
}

/** The environments that a dataset can belong to. */
export const environments: readonly string[] =
  'PROD DEV TEST QA UAT EI PRE STG NON_PROD CORP RVW PRD TST SIT SBX SANDBOX CERT'.split(' ');
/** Types whose URNs have one part. */
const singleIds = new Set('corpuser corpGroup tag container dataPlatform serviceAccessToken'.split(' '));

const hex = (char: string) => char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');

const hidden = new RegExp(invisible, 'u');
const escaped = new RegExp(`${invisible}|(?! )\\p{Zs}`, 'gu');

/** Returns a value for an error message: shortened, with invisible characters escaped, so that it can't forge a log. */
export function quoted(value: string): string {
  const shown = JSON.stringify(value.slice(0, 100)).replace(escaped, (char) => `\\u{${hex(char)}}`);
  return value.length > 100 ? `${shown}…` : shown;
}

const printableAscii = /^[ -~]*$/;
export const grammar = /^urn:li:([a-z][A-Za-z0-9]*):(.+)$/u;

/**
 * Returns a text in Unicode normal form C, in which URNs are stored: file systems and keyboards also write `é` as two
 * code points. A text that is too long for a URN is returned unchanged.
 */
export const normalForm = (value: string): string =>
  value.length > normalizedMax ? value : toNormalForm(value, 'NFC');

/** Characters. In any other form, a URN is not longer than this. */
const normalizedMax = 4 * maxUrnBytes;

/** Returns why no URN is spelled like this, or null. */
export function spellingViolation(value: string): string | null {
  // First, so that the other checks never read a long text.
  if (value.length > maxUrnBytes || Buffer.byteLength(value) > maxUrnBytes)
    return `is longer than ${maxUrnBytes} bytes`;
  if (!printableAscii.test(value)) {
    const found = hidden.exec(value)?.[0];
    if (found) return `contains U+${hex(found)}: control and invisible characters are not allowed`;
  }
  return value.includes('%2c') ? 'contains the encoded comma "%2c": use "%2C"' : null;
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < list.length; i += 1) {
    if (list[i] === '(') depth += 1;
    if (list[i] === ')') depth -= 1;
    if (list[i] !== ',' || depth !== 0) continue;
    parts.push(list.slice(start, i));
    start = i + 1;
  }
  return [...parts, list.slice(start)];
}

/** Returns the parts of what follows the type, or null. */
export function splitParts(key: string): string[] | null {
  if (blankEnd.test(key)) return null;
  if (!reserved.test(key)) return [key];
  if (!key.startsWith('(') || !key.endsWith(')')) return null;
  const parts = splitTopLevel(key.slice(1, -1));
  // A tuple of one part would be a second spelling of the plain id.
  if (parts.length < 2) return null;
  return parts.every(isPart) ? parts : null;
}

/** A part is plain or a URN itself, so an unbalanced parenthesis is not possible. */
function isPart(part: string): boolean {
  if (part === '' || blankEnd.test(part)) return false;
  if (reserved.test(part)) return read(part) !== null;
  return !blankEnd.test(grammar.exec(part)?.[2] ?? '');
}

function read(value: string): ParsedUrn | null {
  const [, type = '', key = ''] = grammar.exec(value) ?? [];
  const parts = key === '' ? null : splitParts(key);
  return parts !== null && fits(type, parts) ? { urn: value, type, parts } : null;
}

function fits(type: string, parts: readonly string[]): boolean {
  if (type !== 'dataset') return parts.length === 1 || !singleIds.has(type);
  const [platform = '', name = '', environment = ''] = parts;
  if (parts.length !== 3 || reserved.test(name) || !environments.includes(environment)) return false;
  return read(platform)?.type === 'dataPlatform';
}

/** Returns the URN in normal form; null for a text that `parseUrn` refuses. */
export function readUrn(value: string): ParsedUrn | null {
  const urn = normalForm(value);
  return spellingViolation(urn) === null ? read(urn) : null;
}
