import type { Actor } from '../core/actor.js';
import type { Database } from '../db/database.js';
import { asName } from './field-sql.js';
import { createMatch } from './match-sql.js';
import { Params } from './params.js';
import type { Term } from './query-term.js';
import type { SearchRequest } from './request.js';
import { toLike } from './value-test.js';
import { wordsQuery } from './words-store.js';

/** An entity with texts that a text may be completed to, those that people read first. */
export interface Candidate {
  readonly urn: string;
  readonly values: readonly string[];
}

/** Entities among which the best are looked for, so that a common beginning costs no more than a rare one. */
export const maxCandidates = 1_000;
/** Of an entity; and characters of each. */
const [maxValues, maxLength] = [10, 1_000];

export type CandidateStore = ReturnType<typeof candidateStore>;

export function candidateStore({ read }: Pick<Database, 'read'>) {
  const valuesIn = (fields: string, test: string) => `
    SELECT left(e.value, ${maxLength}) FROM unnest(${fields}) WITH ORDINALITY AS k(name, place)
     CROSS JOIN LATERAL jsonb_array_elements_text(d.fields -> k.name) AS e(value)
     WHERE ${test} ORDER BY k.place LIMIT ${maxValues}`;

  function candidates(
    actor: Actor,
    request: SearchRequest,
    params: Params,
    condition: string,
    values: string,
  ) {
    const { from, where, urn } = createMatch(request, new Map(), params);
    return read<Candidate>(
      `SELECT ${urn} AS urn, ARRAY(${values}) AS values FROM ${from} WHERE ${where} AND ${condition}
        LIMIT ${maxCandidates}`,
      params.values,
      { deadline: actor.deadline, customPlan: true },
    );
  }

  return {
    /** Returns entities with the text in a name, or with words of a name that begin with it. @param fields of names */
    named(actor: Actor, request: SearchRequest, text: string, fields: readonly string[]) {
      const params = new Params();
      const like = `d.names LIKE ${params.add(`%${toLike([asName(text)])}%`, 'text')}`;
      const words = wordsQuery(beginning(text), 'A');
      const condition =
        words === null ? like : `(${like} OR d.words @@ ${params.add(words, 'text')}::tsquery)`;
      const values = valuesIn(params.add(fields, 'text[]'), 'true');
      return candidates(actor, request, params, condition, values);
    },

    /** Returns entities with a name that is like one of these patterns. @param fields of names */
    like(actor: Actor, request: SearchRequest, patterns: readonly string[], fields: readonly string[]) {
      const params = new Params();
      const condition = `d.names LIKE ANY(${params.add(patterns, 'text[]')})`;
      const values = valuesIn(params.add(fields, 'text[]'), 'true');
      return candidates(actor, request, params, condition, values);
    },

    /** Returns entities with the text in a value of one of these fields, and these values. */
    withValue(actor: Actor, request: SearchRequest, text: string, fields: readonly string[]) {
      const params = new Params();
      const like = params.add(`%${toLike([text])}%`, 'text');
      const values = valuesIn(params.add(fields, 'text[]'), `folded(e.value) LIKE folded(${like})`);
      return candidates(actor, request, params, `EXISTS (${values})`, values);
    },
  };
}

/** The last word is the beginning of one. */
export const beginning = (text: string): Term => ({
  kind: 'term',
  form: 'word',
  text,
  parts: [text],
  prefix: true,
  field: null,
});
