import type { Neighbor, Neighbors } from '../../lineage/neighbors.js';
import { builder } from './builder.js';
import { ignoredInput } from './datahub-only.js';
import { Entity } from './entity.js';
import { innerPage } from './inner-page.js';
import { nonNull, required } from './kit.js';
import { EntityPath, LineageDirection } from './lineage-types.js';
import { optionalReference } from './reference.js';
import { type RelationshipsFieldBuilder, relationshipsField } from './relationships.js';

const LineageInput = builder.inputType('LineageInput', {
  description: 'The lineage to read.',
  fields: (t) => ({
    direction: t.field(required('The direction of the lineage.', LineageDirection)),
    start: t.int({ description: 'The number of relationships to skip. Default: 0.' }),
    count: t.int({ description: 'The size of the page. Default: 100.' }),
    separateSiblings: t.boolean({ ...ignoredInput, description: 'No effect: siblings are never merged.' }),
    startTimeMillis: t.field({
      type: 'Long',
      description:
        'Leaves out edges that were last changed before this time, in milliseconds since the epoch.',
    }),
    endTimeMillis: t.field({
      type: 'Long',
      description: 'Leaves out edges that were last changed after this time.',
    }),
    includeGhostEntities: t.boolean({
      defaultValue: false,
      description: 'Whether entities are included that do not exist, or are soft-deleted. Default: false.',
    }),
  }),
});

const LineageRelationship = builder.objectRef<Neighbor>('LineageRelationship').implement({
  description: 'An edge of lineage.',
  fields: (t) => ({
    type: t.exposeString('relationship', nonNull('The name of the relationship, such as DownstreamOf.')),
    entity: t.field(optionalReference('The other end. It need not exist.', ({ urn }) => urn)),
    degree: t.int({ ...nonNull('Always 1.'), resolve: () => 1 }),
    createdOn: t.field({
      type: 'Long',
      description: 'When the edge was created, if its source says so.',
      resolve: async ({ stamps }) => (await stamps()).createdOn,
    }),
    createdActor: t.field(
      optionalReference('Who created the edge.', async ({ stamps }) => (await stamps()).createdActor ?? null),
    ),
    updatedOn: t.field({
      type: 'Long',
      description: 'When the edge was last changed, if its source says so.',
      resolve: async ({ stamps }) => (await stamps()).updatedOn,
    }),
    updatedActor: t.field(
      optionalReference(
        'Who last changed the edge.',
        async ({ stamps }) => (await stamps()).updatedActor ?? null,
      ),
    ),
    isManual: t.boolean({
      description: "Whether a person drew the edge in DataHub's web pages.",
      resolve: async ({ stamps }) => (await stamps()).isManual ?? false,
    }),
    paths: t.field({
      type: [EntityPath],
      nullable: { list: true, items: true },
      description: 'Always null: the edge is the path.',
      resolve: () => null,
    }),
  }),
});

const EntityLineageResult = builder.objectRef<Neighbors>('EntityLineageResult').implement({
  description: 'A page of the edges of an entity or a column, by relationship and URN.',
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'The number of skipped edges.' }),
    count: t.int({
      description: 'The number of edges on the page.',
      resolve: ({ neighbors }) => neighbors.length,
    }),
    total: t.exposeInt('total', { description: 'The number of edges on all pages.' }),
    filtered: t.exposeInt('filtered', {
      description: 'How many edges are left out because the other end does not exist or is soft-deleted.',
    }),
    relationships: t.field({
      ...nonNull('The page.', [LineageRelationship]),
      resolve: ({ neighbors }, _, { answer }, info) =>
        answer.addList(neighbors, info, { bytesIn: ({ urn }) => urn.length, uncounted: true }),
    }),
    isPartial: t.exposeBoolean('isPartial', {
      description: 'Whether a limit left out edges (docs/lineage.md, "Bounds").',
    }),
  }),
});

/** The types that implement this inherit its fields and their resolvers. */
export const EntityWithRelationships = builder
  .interfaceRef<{ readonly urn: string }>('EntityWithRelationships')
  .implement({
    description: 'An entity that others refer to, with its lineage.',
    interfaces: [Entity],
    fields: (t) => ({
      relationships: relationshipsField(t as unknown as RelationshipsFieldBuilder),
      lineage: t.field({
        type: EntityLineageResult,
        description: 'What is one hop away.',
        args: { input: t.arg(required('The lineage to read.', LineageInput)) },
        resolve: async ({ urn }, { input }, context) => {
          const { services, actor } = context;
          let page: Neighbors | undefined;
          await innerPage(context, async () => {
            page = await services.lineage.neighbors(actor, {
              urn,
              direction: input.direction,
              start: input.start,
              count: input.count,
              from: input.startTimeMillis,
              to: input.endTimeMillis,
              includesGhosts: input.includeGhostEntities,
            });
            return page.neighbors;
          });
          return page!;
        },
      }),
    }),
  });
