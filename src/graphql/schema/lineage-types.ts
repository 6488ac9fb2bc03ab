import { builder } from './builder.js';
import { Entity } from './entity.js';

export const LineageDirection = builder.enumType('LineageDirection', {
  description: 'A direction of lineage.',
  values: {
    UPSTREAM: { description: 'What an entity is derived from.' },
    DOWNSTREAM: { description: 'What is derived from an entity.' },
  } as const,
});

/** The URNs on a path. */
export const EntityPath = builder.objectRef<readonly string[]>('EntityPath').implement({
  description: 'A path between two entities or columns.',
  fields: (t) => ({
    path: t.field({
      type: [Entity],
      nullable: { list: false, items: true },
      description: 'The entities and columns on the path, both ends included. They need not exist.',
      resolve: (urns, _, { answer }, info) =>
        answer.addList(
          urns.map((urn) => ({ urn })),
          info,
          { bytesIn: ({ urn }) => urn.length },
        ),
    }),
  }),
});
