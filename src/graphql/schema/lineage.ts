import { badRequest } from '../../core/errors.js';
import { builder } from './builder.js';
import { emptyField } from './datahub-only.js';
import { Entity } from './entity.js';
import { EntityType } from './entity-type.js';
import { AndFilterInput, FacetFilterInput } from './facet-filter.js';
import { FacetMetadata } from './facets.js';
import { nonNull, required } from './kit.js';
import { SearchFlags } from './search-flags.js';
import { MatchedField, SearchInsight } from './search-hit.js';
import { SearchSortInput } from './search-sort.js';

// Clients take the types of DataHub for granted: a document that names one that is absent is refused as a whole, also
// where it selects what the catalog has.

const unused = { description: 'No effect: lineage is not supported.' } as const;

const LineageDirection = builder.enumType('LineageDirection', {
  description: 'A direction of lineage.',
  values: {
    UPSTREAM: { description: 'What an entity is derived from.' },
    DOWNSTREAM: { description: 'What is derived from an entity.' },
  } as const,
});

const EntityTypeToPlatforms = builder.inputType('EntityTypeToPlatforms', {
  description: 'An entity type and platforms.',
  fields: (t) => ({
    entityType: t.field({ type: EntityType, required: true, ...unused }),
    platforms: t.stringList(unused),
  }),
});

const LineageFlags = builder.inputType('LineageFlags', {
  description: 'In DataHub, how lineage is followed.',
  fields: (t) => ({
    entitiesExploredPerHopLimit: t.int(unused),
    startTimeMillis: t.field({ type: 'Long', ...unused }),
    endTimeMillis: t.field({ type: 'Long', ...unused }),
    ignoreAsHops: t.field({ type: [EntityTypeToPlatforms], ...unused }),
  }),
});

const SearchAcrossLineageInput = builder.inputType('SearchAcrossLineageInput', {
  description: 'In DataHub, the lineage to search.',
  fields: (t) => ({
    urn: t.string(unused),
    direction: t.field({ type: LineageDirection, required: true, ...unused }),
    types: t.field({ type: [EntityType], ...unused }),
    query: t.string(unused),
    start: t.int(unused),
    count: t.int(unused),
    filters: t.field({ type: [FacetFilterInput], ...unused }),
    orFilters: t.field({ type: [AndFilterInput], ...unused }),
    startTimeMillis: t.field({ type: 'Long', ...unused }),
    endTimeMillis: t.field({ type: 'Long', ...unused }),
    searchFlags: t.field({ type: SearchFlags, ...unused }),
    lineageFlags: t.field({ type: LineageFlags, ...unused }),
    viewUrn: t.string(unused),
    sortInput: t.field({ type: SearchSortInput, ...unused }),
  }),
});

const none = 'Never returned: lineage is not supported.';
const absent = { description: none, resolve: () => null } as const;
const never = (): never => {
  throw badRequest('Lineage is not supported');
};
const present = { ...nonNull(none), resolve: never } as const;

const EntityPath = builder.objectRef<never>('EntityPath').implement({
  description: 'In DataHub, a path between two entities.',
  fields: (t) => ({
    path: t.field({
      type: [Entity],
      nullable: { list: false, items: true },
      description: none,
      resolve: never,
    }),
  }),
});

const SearchAcrossLineageResult = builder.objectRef<never>('SearchAcrossLineageResult').implement({
  description: 'In DataHub, an entity in the lineage of another entity.',
  fields: (t) => ({
    entity: t.field({ type: Entity, ...present }),
    insights: t.field({ type: [SearchInsight], ...absent }),
    matchedFields: t.field({ type: [MatchedField], ...present }),
    paths: t.field({ type: [EntityPath], nullable: { list: true, items: true }, ...absent }),
    degree: t.int(present),
    degrees: t.intList(absent),
    explored: t.boolean(present),
    truncatedChildren: t.boolean(present),
    ignoredAsHop: t.boolean(present),
  }),
});

const SearchAcrossLineageResults = builder.objectRef<never>('SearchAcrossLineageResults').implement({
  description: "In DataHub, a page of an entity's lineage.",
  fields: (t) => ({
    start: t.int(present),
    count: t.int(present),
    total: t.int(present),
    searchResults: t.field({ type: [SearchAcrossLineageResult], ...present }),
    facets: t.field({ type: [FacetMetadata], ...absent }),
    isPartial: t.boolean(absent),
  }),
});

builder.queryField('searchAcrossLineage', (t) =>
  t.field({
    type: SearchAcrossLineageResults,
    ...emptyField,
    deprecationReason: `${emptyField.deprecationReason} Use the facts \`upstreams\` of an entity.`,
    description:
      'Always fails: lineage is not supported. The field exists because clients send it ' +
      'together with supported fields.',
    args: { input: t.arg(required('The lineage to search.', SearchAcrossLineageInput)) },
    resolve: () => {
      throw badRequest('searchAcrossLineage: lineage is not supported');
    },
  }),
);
