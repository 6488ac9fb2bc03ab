import type { Operations } from './operation.js';

const flow = 'urn:li:dataFlow:(a,b,c)';
const docs = ['EDIT_ENTITY_DOCS', 'EDIT_ENTITY'] as const;
const columnDocs = ['EDIT_DATASET_COL_DESCRIPTION', 'EDIT_ENTITY'] as const;
const status = ['EDIT_ENTITY_STATUS', 'EDIT_ENTITY'] as const;

const ofEntity = '{ urn type displayName description }';
const ofAsset = '{ urn displayName tags { tags { tag { urn } } } }';

export const entities: Operations = {
  'query chart': { args: () => ({ urn: 'urn:li:chart:(a,b)' }), select: ofAsset },
  'query dashboard': { args: () => ({ urn: 'urn:li:dashboard:(a,b)' }), select: ofAsset },
  'query dataFlow': { args: () => ({ urn: flow }), select: ofAsset },
  'query dataJob': { args: () => ({ urn: `urn:li:dataJob:(${flow},d)` }), select: '{ urn runs { total } }' },
  'query container': { args: ({ container: urn }) => ({ urn }), select: ofAsset },
  'query dataset': {
    args: ({ dataset: urn }) => ({ urn }),
    select:
      '{ urn name tags { tags { tag { name } } } schemaMetadata { fields { fieldPath } } datasetProfiles(limit: 1) { rowCount } operations { actor } }',
  },
  'query entity': { args: ({ dataset: urn }) => ({ urn }), select: ofEntity },
  'query entities': { args: ({ tag }) => ({ urns: [tag] }), select: ofEntity },
  'query entityExists': { args: ({ dataset: urn }) => ({ urn }) },
  'mutation updateDescription': {
    args: ({ dataset }) => ({ input: { description: 'x', resourceUrn: dataset } }),
    privileges: docs,
  },
  'mutation updateDescription (a container)': {
    args: ({ container }) => ({ input: { description: 'x', resourceUrn: container } }),
    privileges: docs,
  },
  'mutation updateDescription (a column)': {
    args: ({ dataset: resourceUrn }) => ({
      input: { description: 'x', resourceUrn, subResourceType: 'DATASET_FIELD', subResource: 'id' },
    }),
    privileges: columnDocs,
  },
  'mutation batchUpdateSoftDeleted': {
    args: ({ dataset }) => ({ input: { urns: [dataset], deleted: false } }),
    privileges: status,
  },
  'mutation updateLineage': {
    args: ({ dataset }) => ({
      input: {
        edgesToAdd: [
          {
            downstreamUrn: `urn:li:schemaField:(${dataset},id)`,
            upstreamUrn: `urn:li:schemaField:(${dataset},name)`,
          },
        ],
        edgesToRemove: [],
      },
    }),
    privileges: ['EDIT_LINEAGE', 'EDIT_ENTITY'],
  },
  'query orphanedColumnEdits': { select: '{ datasets next }' },
  'mutation moveColumnEdits': {
    args: ({ dataset: urn }) => ({ input: { urn } }),
    select: '{ moved { from } }',
    privileges: ['EDIT_ENTITY'],
    takesSeveral: true,
  },
  'query changes': {
    args: ({ dataset: urn }) => ({ input: { urn, count: 1 } }),
    select: '{ total changes { category operation to undoable entity { urn } } }',
  },
  'mutation undoChange': { args: ({ change: id }) => ({ id }), privileges: docs },
  'mutation undoChanges': { args: ({ changeSet }) => ({ changeSet }), privileges: docs },
};
