import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { maxTerms, maxTextLength } from './query-limits.js';
import { all, type QueryNode, tooManyTerms } from './query-node.js';
import { QueryParser } from './query-parser.js';
import { findUrn, type Term, term, value } from './query-term.js';

/**
 * Returns the parsed text of a query; null: everything.
 *
 * @throws BAD_REQUEST when the text is too long or not a query
 */
export function parseQuery(text: string): QueryNode | null {
  if (text.length > maxTextLength)
    throw badRequest(`the query has ${text.length} characters; at most ${maxTextLength} are allowed`);
  const reason = invalidTextReason(text);
  if (reason !== null) throw badRequest(`the query ${reason}`);
  const structured = structuredStart.exec(text);
  return structured ? new QueryParser(text, structured[0].length).parse() : parsePlain(text);
}

const structuredStart = /^\s*\/q(?=\s|$)/;

/** Whether a query is in the language of `/q`. */
export const isStructured = (text: string): boolean => structuredStart.test(text);

const plainPart = /"([^"]*)(?:"|$)|[^\s"]+/g;
const hasWords = (text: string) => /[\p{L}\p{N}\p{M}]/u.test(text);

/** All words must match, as prefixes. A text that is a URN as a whole is also one, with its spaces, quotes and `*`. */
function parsePlain(text: string): QueryNode | null {
  const terms: Term[] = [];
  for (const [part, phrase] of text.matchAll(plainPart)) {
    if (phrase !== undefined) {
      if (phrase.trim() !== '') terms.push(value([phrase]));
    } else if (!/^\*+$/.test(part)) {
      terms.push(value(part.split('*'), null, true));
    }
  }
  if (terms.length > maxTerms) throw tooManyTerms();
  // Signs between words say nothing; alone they are part of a name.
  const said = terms.filter((each) => hasWords(each.text));
  const parts = said.length > 0 ? said : terms.map(({ parts }) => term('pattern', ['', ...parts, '']));
  const whole = findUrn(text.trim());
  const isOneUrn = whole !== null && (parts.length > 1 || parts[0]!.form !== 'urn');
  return isOneUrn ? { kind: 'or', of: [term('urn', [whole]), all(parts)!] } : all(parts);
}
