import type { Actor } from '../core/actor.js';
import type { Visibility } from '../visibility/visibility.js';
import type { Candidate } from './auto-complete-store.js';
import { type Facet, separator } from './facet.js';
import type { Fact } from './facts.js';
import type { MatchedField } from './matched.js';

type Matched = ReadonlyMap<string, readonly MatchedField[]>;

/** Leaves out values that name entities which a caller may not see: values of what it sees can be URNs of others. */
export function visibleValues({ limit, sees, keep }: Visibility) {
  /** Returns a test of values; null: all are visible. */
  async function among(actor: Actor, listValues: () => readonly string[]) {
    if (!limit(actor)) return null;
    const kept = new Set(await keep(actor, listValues(), (value) => value.split(separator)));
    return (value: string) => kept.has(value);
  }

  return {
    async facets(actor: Actor, found: Facet[]): Promise<Facet[]> {
      const values = () => found.flatMap(({ aggregations }) => aggregations.map(({ value }) => value));
      const isVisible = await among(actor, values);
      if (!isVisible) return found;
      return found.map((facet) => ({
        ...facet,
        aggregations: facet.aggregations.filter(({ value }) => isVisible(value)),
      }));
    },

    async matched(actor: Actor, found: Matched): Promise<Matched> {
      const isVisible = await among(actor, () =>
        [...found.values()].flatMap((fields) => fields.map(({ value }) => value)),
      );
      if (!isVisible) return found;
      return new Map(
        [...found].map(([urn, fields]) => [urn, fields.filter(({ value }) => isVisible(value))]),
      );
    },

    /** @param urn of the entity with the facts */
    async facts(actor: Actor, urn: string, found: Fact[]): Promise<Fact[]> {
      const isVisible = await among(actor, () => found.flatMap(({ values }) => values));
      if (!isVisible) return found;
      const isSeen = await sees(actor, urn);
      return found.map((fact) => ({ ...fact, values: isSeen ? fact.values.filter(isVisible) : [] }));
    },

    async candidates(actor: Actor, found: Candidate[]): Promise<Candidate[]> {
      const isVisible = await among(actor, () => found.flatMap(({ values }) => values));
      return isVisible ? found.map(({ urn, values }) => ({ urn, values: values.filter(isVisible) })) : found;
    },
  };
}
