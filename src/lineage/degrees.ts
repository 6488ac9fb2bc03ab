import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import type { Filter, Rule } from '../search/request.js';
import { hopsMax } from './walk.js';

/** Which hops a search across lineage is about, and the other rules of its filter. */
export interface Degrees {
  readonly has: (degree: number) => boolean;
  /** From 1: no node that is further away is in the result. */
  readonly maxHops: number;
  readonly filter: Filter;
}

/** The values of `degree`; the last stands for all from 3 on. */
const known = ['1', '2', '3+'];
/** An entity that costs no hop can be at the distance 0. The first value stands for it, so that a filter can choose it. */
const toValue = (degree: number) => known[Math.min(Math.max(degree, 1), known.length) - 1]!;

/**
 * Takes the rules on `degree` out of a filter. DataHub's clients repeat the same rule in each alternative.
 *
 * @throws BAD_REQUEST
 */
export function takeDegrees(filter: Filter): Degrees {
  const alternatives = filter.map((rules) => ({
    values: known.filter((value) => rules.filter(isOfDegree).every((rule) => allows(rule, value))),
    rules: rules.filter((rule) => !isOfDegree(rule)),
  }));
  const [first = { values: known }, ...others] = alternatives;
  if (others.some(({ values }) => values.join() !== first.values.join()))
    throw badRequest(
      'the rules on degree differ between the alternatives of orFilters; expected the same in each',
    );
  const values = new Set(first.values);
  const last = known.findLastIndex((value) => values.has(value));
  return {
    has: (degree) => values.has(toValue(degree)),
    maxHops: last === known.length - 1 ? hopsMax : last + 1,
    filter: alternatives.map(({ rules }) => rules),
  };
}

const isOfDegree = ({ field }: Rule) => field === 'degree';

function allows({ values, condition, negated }: Rule, value: string): boolean {
  if (!['EQUAL', 'IN', 'IEQUAL'].includes(condition))
    throw badRequest(`the condition of degree is ${condition}; expected EQUAL`);
  for (const given of values)
    if (!known.includes(given)) throw badRequest(`degree is ${quoted(given)}; expected 1, 2 or 3+`);
  return values.includes(value) !== negated;
}
