import type { GraphQLResolveInfo } from 'graphql';
import type { TagPlaces } from '../../tags/manage.js';
import type { TagPlace, TagUsage as TagUsageView } from '../../tags/tag-view.js';
import { builder, type Context } from './builder.js';
import { innerPage } from './inner-page.js';
import { nonNull, pageArgs, required } from './kit.js';
import { reference } from './reference.js';
import { Tag } from './tag.js';

const TagUsage = builder.objectRef<TagUsageView>('TagUsage').implement({
  description: 'The usage of a tag, without soft-deleted entities.',
  fields: (t) => ({
    entities: t.expose(
      'entities',
      nonNull('The number of entities with the tag, not counting their columns.', 'Long'),
    ),
    columns: t.expose(
      'columns',
      nonNull('The number of columns with the tag, whether people or an ingested schema added it.', 'Long'),
    ),
  }),
});

const TaggedPlace = builder.objectRef<TagPlace>('TaggedPlace').implement({
  description: 'An entity or a column that has a tag.',
  fields: (t) => ({
    entity: t.field(reference('The entity; for a column, its dataset.', ({ entityUrn }) => entityUrn)),
    fieldPath: t.exposeString('fieldPath', { description: 'The column; null for the entity itself.' }),
    declared: t.exposeBoolean(
      'declared',
      nonNull('Whether an ingested schema declares the tag. `deleteTag` leaves such a tag.'),
    ),
  }),
});

const TagAssociationsResult = builder.objectRef<TagPlaces>('TagAssociationsResult').implement({
  description: 'A page of the places that have a tag, ordered by entity and column.',
  fields: (t) => ({
    start: t.exposeInt('start', nonNull('The number of skipped places.')),
    count: t.exposeInt('count', nonNull('The requested page size.')),
    total: t.field({
      ...nonNull('The total number of places.', 'Long'),
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
      ...nonNull('The page.', [TaggedPlace]),
      resolve: ({ places }, _, context, info) => readPlaces(places, context, info),
    }),
  }),
});

const readPlaces = async (
  read: () => Promise<readonly TagPlace[]>,
  context: Context,
  info: GraphQLResolveInfo,
) => context.answer.addList(await innerPage(context, read), info);

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
      ...pageArgs(t.arg, 'places'),
    },
    resolve: ({ urn }, { start, count }, { services, actor }) =>
      services.tags.places(actor, urn, start, count),
  }),
  associationsOn: t.field({
    type: [TaggedPlace],
    nullable: false,
    description:
      'The places that have the tag on some entities, ordered by entity and column: 1,000 from `start` on.',
    args: {
      urns: t.arg.stringList(required('At most 100 URNs of entities.')),
      start: pageArgs(t.arg, 'places').start,
    },
    resolve: ({ urn }, { urns, start }, context, info) =>
      readPlaces(async () => context.services.tags.placesOn(context.actor, urn, urns, start), context, info),
  }),
}));
