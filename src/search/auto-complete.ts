import type { Actor } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { invalidTextReason } from '../core/text.js';
import { warn } from '../core/warn.js';
import { beginning, type Candidate, type CandidateStore, maxCandidates } from './auto-complete-store.js';
import { asName } from './field-sql.js';
import { findField, nameFields } from './fields.js';
import type { LimitedRead } from './limited-read.js';
import { hasPhrase } from './matched.js';
import { maxTextLength } from './query-limits.js';
import type { Filter, SearchRequest } from './request.js';
import type { visibleValues } from './visible-values.js';

export interface AutoCompleteRequest {
  /** Null or empty: DataHub's default types. */
  readonly types: readonly string[] | null;
  /** The beginning of a word, or a part of a name. */
  readonly query: string;
  /** Null: all names. */
  readonly field: string | null;
  readonly limit: number | null;
  readonly filter: Filter;
}

export interface Completions {
  /** Names or values, each once, best first: equal ones, then those that begin with the text, then with a word that does. */
  readonly suggestions: readonly string[];
  /** The entities that have them, in the same order. */
  readonly urns: readonly string[];
}

const [defaultLimit, maxLimit] = [10, 100];
/** Fields that people read first. */
export const shownNames = 'editedName name displayName fullName title id qualifiedName username'.split(' ');

interface Deps {
  readonly run: LimitedRead;
  readonly store: CandidateStore;
  readonly visible: Pick<ReturnType<typeof visibleValues>, 'candidates'>;
  withLimit(actor: Actor, request: SearchRequest): SearchRequest;
}

/** @throws BAD_REQUEST */
export const autoComplete =
  ({ run, store, visible, withLimit }: Deps) =>
  async (actor: Actor, { types, query, field, limit, filter }: AutoCompleteRequest): Promise<Completions> => {
    const size = limit ?? defaultLimit;
    if (!Number.isSafeInteger(size) || size < 0 || size > maxLimit)
      throw badRequest(`limit is ${size}; expected an integer from 0 to ${maxLimit}`);
    const text = lastText(query);
    const fields = field === null ? shownNames : storedNames(field);
    const request = withLimit(actor, { types, query: '*', filter, includeSoftDeleted: false, sort: [] });
    if (text === '' || fields.length === 0) return { suggestions: [], urns: [] };
    const isOfNames = fields.every((name) => nameFields.has(name));
    const read = isOfNames ? store.named : store.withValue;
    const candidates = await run(actor, async () =>
      visible.candidates(actor, await read(actor, request, text, fields)),
    );
    if (candidates.length === maxCandidates)
      warn(actor, 'many entities have this text: the suggestions are the best of 1,000 of them');
    return best(candidates, text, size);
  };

/** Clients end what is typed with `*`. */
function lastText(query: string): string {
  if (query.length > maxTextLength)
    throw badRequest(`the query has ${query.length} characters; at most ${maxTextLength} are allowed`);
  const reason = invalidTextReason(query);
  if (reason !== null) throw badRequest(`the query ${reason}`);
  return query.trim().replace(/\*+$/, '');
}

function storedNames(name: string): string[] {
  const { sources } = findField(name);
  const stored = sources.flatMap((source) => (source.kind === 'stored' ? [source.name] : []));
  if (stored.length < sources.length)
    throw badRequest(`the values of ${name} cannot be completed; leave out the field`);
  return stored;
}

function best(candidates: readonly Candidate[], text: string, size: number): Completions {
  const wanted = asName(text);
  const ranked = candidates
    .flatMap(({ urn, values }) => {
      const ranks = values.map((value) => ({
        urn,
        value,
        rank: computeRank(asName(value), value, wanted, text),
      }));
      const [found] = ranks.filter(({ rank }) => rank < none).sort((a, b) => a.rank - b.rank);
      return found ?? [];
    })
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.value.length - b.value.length ||
        compare(a.value, b.value) ||
        compare(a.urn, b.urn),
    );
  return {
    suggestions: [...new Set(ranked.map(({ value }) => value))].slice(0, size),
    urns: ranked.slice(0, size).map(({ urn }) => urn),
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const none = 4;

function computeRank(name: string, value: string, wanted: string, text: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (hasPhrase(value, beginning(text))) return 2;
  return name.includes(wanted) ? 3 : none;
}
