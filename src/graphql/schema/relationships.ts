import type { Relationships } from '../../lineage/relationships.js';
import { builder } from './builder.js';
import { innerPage } from './inner-page.js';
import { nonNull, required } from './kit.js';
import { optionalReference } from './reference.js';

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
    direction: t.field(required('The direction of the relationships.', RelationshipDirection)),
    start: t.int({ description: 'The number of relationships to skip. Default: 0.' }),
    count: t.int({ description: 'The size of the page. Default: 200.' }),
    includeSoftDelete: t.boolean({
      defaultValue: true,
      description: 'Whether to include related entities that are soft-deleted. Default: true.',
    }),
  }),
});

interface Page extends Omit<Relationships, 'isPartial'> {
  readonly direction: 'INCOMING' | 'OUTGOING';
}

const EntityRelationship = builder
  .objectRef<Relationships['entities'][number] & Pick<Page, 'direction'>>('EntityRelationship')
  .implement({
    description: 'A relationship with another entity.',
    fields: (t) => ({
      type: t.exposeString('relationshipType', nonNull('The name of the relationship.')),
      direction: t.expose('direction', nonNull('The direction, as requested.', RelationshipDirection)),
      entity: t.field(optionalReference('The other entity. It need not exist.', ({ urn }) => urn)),
    }),
  });

const EntityRelationshipsResult = builder.objectRef<Page>('EntityRelationshipsResult').implement({
  description: 'A page of relationships, ordered by name and URN.',
  fields: (t) => ({
    start: t.exposeInt('start', nonNull('The number of skipped relationships.')),
    count: t.int({
      ...nonNull('The number of relationships on the page.'),
      resolve: ({ entities }) => entities.length,
    }),
    total: t.int({
      ...nonNull('The total number of relationships.'),
      resolve: ({ total }) => total(),
    }),
    relationships: t.field({
      ...nonNull('The page.', [EntityRelationship]),
      resolve: ({ entities, direction }, _, { answer }, info) =>
        answer.addList(
          entities.map((entity) => ({ ...entity, direction })),
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
    args: { input: t.arg(required('The relationships to read.', RelationshipsInput)) },
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
      let page: Relationships | undefined;
      await innerPage(context, async () => {
        page = await services.lineage.relationships(actor, request);
        return page.entities;
      });
      return { ...page!, direction: input.direction };
    },
  });
