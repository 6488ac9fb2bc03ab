import type { Operations } from './operation.js';

const found = '{ total searchResults { entity { urn displayName } } }';
const all = () => ({ input: { query: '*' } });
/** `n` is not a hexadecimal digit: a search with it never finds the random identifiers of other operations. */
const prefix = () => ({ input: { query: 'an' } });

export const search: Operations = {
  'query search': { args: () => ({ input: { type: 'DATASET', query: '*' } }), select: found },
  'query searchAcrossEntities': { args: all, select: found },
  'query scrollAcrossEntities': { args: all, select: '{ nextScrollId searchResults { entity { urn } } }' },
  'query aggregateAcrossEntities': {
    args: () => ({ input: { query: '*', facets: ['platform'] } }),
    select: '{ facets { field aggregations { value count } } }',
  },
  'query autoComplete': { args: prefix, select: '{ suggestions entities { urn } }' },
  'query autoCompleteForMultiple': { args: prefix, select: '{ suggestions { type suggestions } }' },
  'query searchAcrossLineage': {
    args: ({ dataset }) => ({ input: { urn: dataset, direction: 'UPSTREAM' } }),
    select: '{ total isPartial searchResults { degree entity { urn } paths { path { urn } } } }',
  },
  'query scrollAcrossLineage': {
    args: ({ dataset }) => ({ input: { urn: dataset, direction: 'DOWNSTREAM' } }),
    select: '{ nextScrollId total searchResults { degree entity { urn } } }',
  },
  'query searchAcrossLineageCounts': {
    args: ({ dataset }) => ({ input: { urn: dataset, direction: 'DOWNSTREAM' } }),
  },
  'query globalViewsSettings': { select: '{ defaultView }' },
  'POST /entities?action=search': { body: () => ({ entity: 'dataset', input: '*' }) },
};
