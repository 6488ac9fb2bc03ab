import { defaultPageSize } from '../../core/pagination.js';
import type { TagPlace, TagUsage as TagUsageView } from '../../tags/tag-view.js';
import type { TagPlaces } from '../../tags/usage.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { innerPage } from './inner-page.js';
import { referencedEntity } from './referenced-entity.js';
import { Tag } from './tag.js';

const TagUsage = builder.objectRef<TagUsageView>('TagUsage').implement({
  description: 'On what a tag is, without soft-deleted entities.',
  fields: (t) => ({
    entities: t.field({
      type: 'Long',
      nullable: false,
      description: 'How many entities carry the tag themselves.',
      resolve: ({ entities }) => entities,
    }),
    columns: t.field({
      type: 'Long',
      nullable: false,
      description: 'How many columns carry it, whether people or the ingested schema put it there.',
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
      description: 'Whether the ingested schema has the tag, which stays there after `deleteTag`.',
    }),
  }),
});

const TagAssociationsResult = builder.objectRef<TagPlaces>('TagAssociationsResult').implement({
  description: 'A page of the places that have a tag, in the order of entities and columns.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many places were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.field({
      type: 'Long',
      nullable: false,
      description: 'How many places there are.',
      resolve: (page) => page.total(),
    }),
    declaredTotal: t.field({
      type: 'Long',
      nullable: false,
      description: 'How many of them ingested schemas declare: these stay after `deleteTag`.',
      resolve: (page) => page.declaredTotal(),
    }),
    results: t.field({
      type: [TaggedPlace],
      nullable: false,
      description: 'The page.',
      resolve: async (page, _, context, info) =>
        context.answer.addList(
          await innerPage(context, page.places),
          ({ entityUrn, fieldPath }) => entityUrn.length + (fieldPath?.length ?? 0),
          info,
        ),
    }),
  }),
});

builder.objectFields(Tag, (t) => ({
  usage: t.field({
    type: TagUsage,
    nullable: false,
    description: 'How many entities and columns have the tag, without soft-deleted entities.',
    resolve: ({ urn }, _, { services }) => services.tags.usage(urn),
  }),
  associations: t.field({
    type: TagAssociationsResult,
    nullable: false,
    description: 'Every place that has the tag, soft-deleted entities too: what `deleteTag` meets.',
    args: {
      start: t.arg.int({ defaultValue: 0, description: 'How many places to skip.' }),
      count: t.arg.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    },
    resolve: ({ urn }, { start, count }, { services, actor }) =>
      services.tags.places(actor, urn, start, count),
  }),
}));
