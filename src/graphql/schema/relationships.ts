import type { RelatedEntities } from '../../entities/relationships.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { innerPage } from './inner-page.js';
import { referencedEntity } from './referenced-entity.js';

type SchemaTypes = typeof builder.$inferSchemaTypes;
export type RelationshipsFieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<
  SchemaTypes,
  { readonly urn: string }
>;

const RelationshipDirection = builder.enumType('RelationshipDirection', {
  description: 'The direction of a relationship, seen from an entity.',
  values: {
    INCOMING: { description: 'Other entities refer to the entity.' },
    OUTGOING: { description: 'The entity refers to other entities.' },
  } as const,
});

const RelationshipsInput = builder.inputType('RelationshipsInput', {
  description: 'The relationships to read.',
  fields: (t) => ({
    types: t.stringList({
      required: true,
      description:
        'The names of the relationships: IsMemberOfGroup, IsMemberOfNativeGroup, OwnedBy, ' +
        'Contains, Consumes …',
    }),
    direction: t.field({
      type: RelationshipDirection,
      required: true,
      description: 'The direction of the relationships.',
    }),
    start: t.int({ description: 'The number of relationships to skip. Default: 0.' }),
    count: t.int({ description: 'The size of the page. Default: 200.' }),
    includeSoftDelete: t.boolean({
      defaultValue: true,
      description: 'Whether to include related entities that are soft-deleted. Default: true.',
    }),
  }),
});

interface Page extends RelatedEntities {
  readonly direction: 'INCOMING' | 'OUTGOING';
  readonly total: () => Promise<number>;
}

const EntityRelationship = builder
  .objectRef<RelatedEntities['entities'][number] & Pick<Page, 'direction'>>('EntityRelationship')
  .implement({
    description: 'A relationship with another entity.',
    fields: (t) => ({
      type: t.exposeString('relationshipType', {
        nullable: false,
        description: 'The name of the relationship.',
      }),
      direction: t.expose('direction', {
        type: RelationshipDirection,
        nullable: false,
        description: 'The direction, as requested.',
      }),
      entity: t.field({
        type: Entity,
        description: 'The other entity. It need not exist.',
        resolve: ({ urn }, _, context, info) => referencedEntity(urn, context, info),
      }),
    }),
  });

const EntityRelationshipsResult = builder.objectRef<Page>('EntityRelationshipsResult').implement({
  description: 'A page of relationships, ordered by name and URN.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped relationships.' }),
    count: t.int({
      nullable: false,
      description: 'The number of relationships on the page.',
      resolve: ({ entities }) => entities.length,
    }),
    total: t.int({
      nullable: false,
      description: 'The total number of relationships.',
      resolve: ({ total }) => total(),
    }),
    relationships: t.field({
      type: [EntityRelationship],
      nullable: false,
      description: 'The page.',
      resolve: ({ entities, direction }, _, { answer }, info) =>
        answer.addList(
          entities.map((entity) => ({ ...entity, direction })),
          ({ urn, relationshipType }) => urn.length + relationshipType.length,
          info,
          { uncounted: true },
        ),
    }),
  }),
});

/** The relationships of an entity. */
export const relationshipsField = (t: RelationshipsFieldBuilder) =>
  t.field({
    type: EntityRelationshipsResult,
    description: 'The related entities, such as the members of a group or the charts of a dashboard.',
    args: {
      input: t.arg({ type: RelationshipsInput, required: true, description: 'The relationships to read.' }),
    },
    resolve: async ({ urn }, { input }, context) => {
      const { services, actor } = context;
      const request = {
        urn,
        direction: input.direction,
        relationshipTypes: input.types,
        includeSoftDeleted: input.includeSoftDelete ?? true,
        start: input.start ?? undefined,
        count: input.count ?? undefined,
      };
      const read = async () => (await services.entities.related(actor, request)).entities;
      const entities = await innerPage(context, read);
      return {
        start: input.start ?? 0,
        entities,
        direction: input.direction,
        total: () => services.entities.relatedCount(actor, request),
      };
    },
  });
