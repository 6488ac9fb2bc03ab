import { document, linked } from './field-sql.js';
import { containers, type Hierarchy } from './fields.js';
import type { Direction } from './filter.js';
import type { Params } from './params.js';

/** Levels of containers, domains and terms that are followed. */
const maxLevels = 32;

/** Returns the condition that an entity is in one of these, or in what is reached from them. */
export function hierarchyCondition(
  hierarchy: Hierarchy,
  direction: Direction,
  values: readonly string[],
  params: Params,
): string {
  const links = hierarchy.links.map((link) => `(${linked(link, params)})`).join(' OR ');
  return `EXISTS (SELECT FROM entity_references r WHERE r.source = ${document.urn} AND (${links})
    AND r.target IN (${reached(hierarchy, direction, values, params)}))`;
}

/** Returns the SELECT of the URNs of what is in one of these containers, or in what is in them. */
export const containedIn = (values: readonly string[], params: Params): string =>
  `SELECT r.source FROM entity_references r
    WHERE r.target IN (${reached(containers, 'down', values, params)}) AND ${linked(containers.links[0]!, params)}`;

/** OFFSET 0 keeps the lookup by index; without statistics, the database would replace it by a scan for each row. */
function reached(
  { edges, range: [first, end] }: Hierarchy,
  direction: Direction,
  values: readonly string[],
  params: Params,
): string {
  const from = params.add([...new Set(values)], 'text[]');
  const aspects = params.add(edges, 'text[]');
  const step = (next: 'source' | 'target', by: 'source' | 'target') => `
    WITH RECURSIVE reached(urn, level) AS (
      SELECT unnest(${from}) COLLATE "C", 0
      UNION
      SELECT n.urn, p.level + 1
        FROM reached p CROSS JOIN LATERAL (
               SELECT e.${next} AS urn FROM entity_references e
                WHERE e.${by} = p.urn AND e.relationship = 'IsPartOf' AND e.aspect = ANY(${aspects})
                  AND e.source >= '${first}' AND e.source < '${end}' OFFSET 0) n
       WHERE p.level < ${maxLevels})
    SELECT urn FROM reached`;
  const [down, up] = [step('source', 'target'), step('target', 'source')];
  if (direction === 'both') return `(${down}) UNION (${up})`;
  return direction === 'down' ? down : up;
}
