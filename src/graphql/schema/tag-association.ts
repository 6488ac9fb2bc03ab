import type {
  GlobalTags as GlobalTagsView,
  TagAssociation as TagAssociationView,
} from '../../tags/tag-view.js';
import { measureTexts } from '../answer.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { nonNull, required } from './kit.js';
import { Tag } from './tag.js';
import { resources, targetFields } from './target.js';

const TagAssociation = builder.objectRef<TagAssociationView>('TagAssociation').implement({
  description: 'A tag on an entity or a column.',
  fields: (t) => ({
    tag: t.expose('tag', nonNull('The tag.', Tag)),
    associatedUrn: t.exposeString(
      'associatedUrn',
      nonNull('The entity with the tag; for a column, its dataset.'),
    ),
  }),
});

const bytesIn = ({ tag: { urn, properties } }: TagAssociationView) =>
  urn.length + (properties ? measureTexts(properties) : 0);

export const GlobalTags = builder.objectRef<GlobalTagsView>('GlobalTags').implement({
  description: 'The tags of an entity or a column. Null if they were never written.',
  fields: (t) => ({
    tags: t.field({
      type: [TagAssociation],
      description: 'The tags, in the order in which they were added.',
      resolve: ({ tags }, _, { answer }, info) => answer.addList(tags, info, { bytesIn }),
    }),
  }),
});

/** Options of the fields that show the tags of an entity or an edited column. */
export const tagsField = {
  type: GlobalTags,
  description: 'The tags. Null before they are first written; an empty list after the last tag is removed.',
} as const;

export const deprecatedTagsField = {
  type: GlobalTags,
  description: 'Same as `tags`.',
  deprecationReason: 'Use `tags`.',
} as const;

const target = (t: InputFieldBuilder) =>
  targetFields(t, 'The dataset, container, chart, dashboard, data job or data flow.');

const tagUrns = required('The tags.');

const AddTagsInput = builder.inputType('AddTagsInput', {
  description: 'Tags, and the entity or column to change.',
  fields: (t) => ({ tagUrns: t.stringList(tagUrns), ...target(t) }),
});

const TagAssociationInput = builder.inputType('TagAssociationInput', {
  description: 'One tag and one entity or column.',
  fields: (t) => ({ tagUrn: t.string(required('The tag.')), ...target(t) }),
});

const batch = {
  description: 'Tags, and the entities and columns to change.',
  fields: (t: InputFieldBuilder) => ({
    tagUrns: t.stringList(tagUrns),
    resources: t.field(resources('The entities and columns to change.')),
  }),
};
const BatchAddTagsInput = builder.inputType('BatchAddTagsInput', batch);
const BatchRemoveTagsInput = builder.inputType('BatchRemoveTagsInput', batch);

const tags = { description: 'The tags, and the entities or columns to change.' };

builder.mutationFields((t) => ({
  addTag: t.boolean({
    description: 'Adds a tag. Adding a tag that is already present is not an error.',
    args: { input: t.arg({ type: TagAssociationInput, required: true, ...tags }) },
    resolve: (_, { input }, { services, actor }) => services.tags.add(actor, [input.tagUrn], [input]),
  }),
  addTags: t.boolean({
    description: 'Adds all tags or none. Adding a tag that is already present is not an error.',
    args: { input: t.arg({ type: AddTagsInput, required: true, ...tags }) },
    resolve: (_, { input }, { services, actor }) => services.tags.add(actor, input.tagUrns, [input]),
  }),
  removeTag: t.boolean({
    description: 'Removes a tag. Removing a tag that is not present is not an error.',
    args: { input: t.arg({ type: TagAssociationInput, required: true, ...tags }) },
    resolve: (_, { input }, { services, actor }) => services.tags.remove(actor, [input.tagUrn], [input]),
  }),
  batchAddTags: t.boolean({
    description: 'Adds tags to entities and columns: all changes are made or none.',
    args: { input: t.arg({ type: BatchAddTagsInput, required: true, ...tags }) },
    resolve: (_, { input }, { services, actor }) => services.tags.add(actor, input.tagUrns, input.resources),
  }),
  batchRemoveTags: t.boolean({
    description: 'Removes tags from entities and columns: all changes are made or none.',
    args: { input: t.arg({ type: BatchRemoveTagsInput, required: true, ...tags }) },
    resolve: (_, { input }, { services, actor }) =>
      services.tags.remove(actor, input.tagUrns, input.resources),
  }),
}));
