import { graphql } from '../../client/documents.js';
import { entityName, type Named, namedEntity } from '../../client/named-entity.js';
import { useQuery } from '../api/use-query.js';
import { urnType } from './urn.js';

const names = graphql('query Names($urns: [String!]!) { entities(urns: $urns) { ...NamedEntity } }', [
  namedEntity,
]);

/** One request asks for no more. */
const max = 100;

/** Returns the entities that the service knows by these URNs, once it has answered. */
export function useNamed(urns: readonly (string | null)[]): ReadonlyMap<string, Named> {
  const known = [...new Set(urns)].filter((urn) => urn !== null && urnType(urn) !== '') as string[];
  const asked = known.sort().slice(0, max);
  const { data } = useQuery(names, asked.length > 0 ? { urns: asked } : null);
  return new Map(data?.entities?.flatMap((entity) => (entity ? [[entity.urn, entity]] : [])));
}

/** Returns what names URNs: as people know them once the service has answered, else by their last part. */
export function useNames(urns: readonly (string | null)[]): (urn: string) => string {
  const named = useNamed(urns);
  return (urn) => entityName(named.get(urn) ?? { urn });
}
