import { graphql } from '../../client/documents.js';
import { useQuery } from '../api/use-query.js';
import { entityName, namedEntity } from './entity-name.js';
import { urnName, urnType } from './urn.js';

const names = graphql(
  `
  query Names($urns: [String!]!) {
    entities(urns: $urns) {
      ...NamedEntity
    }
  }
`,
  [namedEntity],
);

/** One request asks for no more. */
const max = 100;

/** Returns what names URNs: as people know them once the service has answered, else by their last part. */
export function useNames(urns: readonly (string | null)[]): (urn: string) => string {
  const known = [...new Set(urns)].filter((urn) => urn !== null && urnType(urn) !== '') as string[];
  const asked = known.sort().slice(0, max);
  const { data } = useQuery(names, asked.length > 0 ? { urns: asked } : null);
  const found = new Map(
    data?.entities?.flatMap((entity) => (entity ? [[entity.urn, entityName(entity)]] : [])),
  );
  return (urn) => found.get(urn) ?? urnName(urn);
}
