import type { GraphQLResolveInfo } from 'graphql';
import { defaultPageSize } from '../../core/pagination.js';
import type { TagPlace, TagUsage as TagUsageView } from '../../tags/tag-view.js';
import type { TagPlaces } from '../../tags/usage.js';
import { builder, type Context } from './builder.js';
import { Entity } from './entity.js';
import { innerPage } from './inner-page.js';
import { referencedEntity } from './referenced-entity.js';
import { Tag } from './tag.js';

const TagUsage = builder.objectRef<TagUsageView>('TagUsage').implement({
  description: 'The usage of a tag, without soft-deleted entities.',
  fields: (t) => ({
    entities: t.field({
      type: 'Long',
      nullable: false,
      description: 'The number of entities with the tag, not counting their columns.',
      resolve: ({ entities }) => entities,
    }),
    columns: t.field({
      type: 'Long',
      nullable: false,
      description: 'The number of columns with the tag, whether people or an ingested schema added it.',
      resolve: ({ columns }) => columns,
    }),
  }),
});

const TaggedPlace = builder.objectRef<TagPlace>('TaggedPlace').implement({
  description: 'An entity or a column that has a tag.',
  fields: (t) => ({
    entity: t.field({
      type: Entity,
      nullable: false,
      description: 'The entity; for a column, its dataset.',
      resolve: ({ entityUrn }, _, context, info) => referencedEntity(entityUrn, context, info),
    }),
    fieldPath: t.exposeString('fieldPath', { description: 'The column; null for the entity itself.' }),
    declared: t.exposeBoolean('declared', {
      nullable: false,
      description: 'Whether an ingested schema declares the tag. `deleteTag` leaves such a tag.',
    }),
  }),
});

const TagAssociationsResult = builder.objectRef<TagPlaces>('TagAssociationsResult').implement({
  description: 'A page of the places that have a tag, ordered by entity and column.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'The number of skipped places.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.field({
      type: 'Long',
      nullable: false,
      description: 'The total number of places.',
      resolve: (page) => page.total(),
    }),
    declaredTotal: t.field({
      type: 'Long',
      nullable: false,
      description:
        'The number of places where an ingested schema declares the tag. `deleteTag` leaves these.',
      resolve: (page) => page.declaredTotal(),
    }),
    results: t.field({
      type: [TaggedPlace],
      nullable: false,
      description: 'The page.',
      resolve: ({ places }, _, context, info) => readPlaces(places, context, info),
    }),
  }),
});

const readPlaces = async (
  read: () => Promise<readonly TagPlace[]>,
  context: Context,
  info: GraphQLResolveInfo,
) =>
  context.answer.addList(
    await innerPage(context, read),
    ({ entityUrn, fieldPath }) => entityUrn.length + (fieldPath?.length ?? 0),
    info,
  );

builder.objectFields(Tag, (t) => ({
  usage: t.field({
    type: TagUsage,
    nullable: false,
    description: 'The number of entities and columns that have the tag, without soft-deleted entities.',
    resolve: ({ urn }, _, { services }) => services.tags.usage(urn),
  }),
  associations: t.field({
    type: TagAssociationsResult,
    nullable: false,
    description:
      'All places that have the tag, including soft-deleted entities. `deleteTag` removes the ' +
      'tag from these places.',
    args: {
      start: t.arg.int({ defaultValue: 0, description: 'The number of places to skip.' }),
      count: t.arg.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    },
    resolve: ({ urn }, { start, count }, { services, actor }) =>
      services.tags.places(actor, urn, start, count),
  }),
  associationsOn: t.field({
    type: [TaggedPlace],
    nullable: false,
    description:
      'The places that have the tag on some entities, ordered by entity and column; at most 1,000.',
    args: {
      urns: t.arg.stringList({ required: true, description: 'At most 100 URNs of entities.' }),
    },
    resolve: ({ urn }, { urns }, context, info) =>
      readPlaces(async () => context.services.tags.placesOn(context.actor, urn, urns), context, info),
  }),
}));
