import { builder } from './builder.js';
import { required } from './kit.js';

const LineageEdge = builder.inputType('LineageEdge', {
  description: 'An edge of lineage between two entities, or between two columns.',
  fields: (t) => ({
    downstreamUrn: t.string(required('What is derived: an entity, or a column as `urn:li:schemaField:(…)`.')),
    upstreamUrn: t.string(required('What it is derived from.')),
  }),
});

const edges = (description: string) => ({
  ...required(description, [LineageEdge]),
  required: { list: true, items: false } as const,
});

const UpdateLineageInput = builder.inputType('UpdateLineageInput', {
  description: 'Edges of lineage to add and to remove.',
  fields: (t) => ({
    edgesToAdd: t.field(edges('The edges to add. Both ends must exist.')),
    edgesToRemove: t.field(edges('The edges to remove. An edge that is in both lists is removed.')),
  }),
});

builder.mutationField('updateLineage', (t) =>
  t.boolean({
    description:
      'Adds and removes edges of lineage, all or none of them, as patches of the aspects of lineage do. Needs EDIT_LINEAGE ' +
      'or EDIT_ENTITY over both ends. An edge between datasets is removed with the edges between their columns.',
    args: { input: t.arg(required('The edges to add and to remove.', UpdateLineageInput)) },
    resolve: (_, { input: { edgesToAdd, edgesToRemove } }, { services, actor }) => {
      const given = <Edge>(all: readonly (Edge | null | undefined)[]) =>
        all.filter((edge): edge is Edge => edge !== null && edge !== undefined);
      return services.lineage.update(actor, {
        edgesToAdd: given(edgesToAdd),
        edgesToRemove: given(edgesToRemove),
      });
    },
  }),
);
