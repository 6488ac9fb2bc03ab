import { tagColor, tagDescription, tagId, tagName } from '../../tags/input.js';
import type { Tag as TagView } from '../../tags/tag-view.js';
import { builder } from './builder.js';
import { Entity, existsField } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, required } from './kit.js';
import { relationshipsField } from './relationships.js';

const TagProperties = builder.objectRef<NonNullable<TagView['properties']>>('TagProperties').implement({
  description: 'Properties of a tag.',
  fields: (t) => ({
    name: t.exposeString('name', nonNull('The display name.')),
    description: t.exposeString('description', { description: 'What the tag means.' }),
    colorHex: t.exposeString('colorHex', { description: '`#RRGGBB`' }),
  }),
});

export const Tag = builder.objectRef<TagView>('Tag').implement({
  description: 'A label for datasets, their columns, and other entities.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:tag:<id>`')),
    type: t.field(entityTypeField('TAG')),
    name: t.exposeString('name', nonNull('The display name; otherwise the id.')),
    properties: t.expose('properties', {
      type: TagProperties,
      description: 'The properties. Null for a tag that is known only by its URN.',
    }),
    displayName: t.exposeString('name', { description: 'The display name; otherwise the id.' }),
    description: t.string({
      description: 'What the tag means.',
      resolve: ({ properties }) => properties?.description ?? null,
    }),
    colorHex: t.string({
      description: '`#RRGGBB`',
      resolve: ({ properties }) => properties?.colorHex ?? null,
    }),
    exists: t.boolean(existsField),
    deletedAt: t.field({
      type: 'Long',
      description:
        'When the tag was deleted, in milliseconds since the epoch. Null for a tag that exists; only `listTags` returns ' +
        'deleted tags.',
      resolve: (tag) => tag.deletedAt ?? null,
    }),
    relationships: relationshipsField(t),
  }),
});

const name = { required: true, validate: { schema: tagName } } as const;
const description = { validate: { schema: tagDescription } };

const CreateTagInput = builder.inputType('CreateTagInput', {
  description: 'The tag to create.',
  fields: (t) => ({
    name: t.string({ ...name, description: 'The display name, 1 to 255 characters.' }),
    id: t.string({
      description: 'The last part of the URN. Default: a UUID.',
      validate: { schema: tagId },
    }),
    description: t.string({ ...description, description: 'What the tag means.' }),
  }),
});

const TagUpdateInput = builder.inputType('TagUpdateInput', {
  description: 'New properties of a tag. The colour stays.',
  fields: (t) => ({
    urn: t.string(required('The same as the argument `urn`.')),
    name: t.string({ ...name, description: 'The display name, 1 to 255 characters.' }),
    description: t.string({
      ...description,
      description: 'The description. Leave the field out to keep the description; null clears it.',
    }),
  }),
});

builder.queryField('tag', (t) =>
  t.field({
    type: Tag,
    description: 'Returns a tag; null when it does not exist.',
    args: { urn: t.arg.string(required('`urn:li:tag:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.entities.tag(actor, urn),
  }),
);

builder.mutationFields((t) => ({
  createTag: t.string({
    description: 'Creates a tag and returns its URN.',
    args: { input: t.arg(required('The tag to create.', CreateTagInput)) },
    resolve: (_, { input }, { services, actor }) => services.tags.create(actor, input),
  }),
  updateTag: t.field({
    type: Tag,
    description: 'Changes the name and the description of a tag.',
    args: {
      urn: t.arg.string(required('`urn:li:tag:<id>`')),
      input: t.arg(required('The new properties.', TagUpdateInput)),
    },
    resolve: (_, { urn, input }, { services, actor }) => services.tags.update(actor, urn, input),
  }),
  setTagColor: t.boolean({
    description: 'Sets the colour of a tag.',
    args: {
      urn: t.arg.string(required('`urn:li:tag:<id>`')),
      colorHex: t.arg.string({
        ...required('`#RRGGBB`'),
        validate: { schema: tagColor },
      }),
    },
    resolve: (_, { urn, colorHex }, { services, actor }) => services.tags.setColor(actor, urn, colorHex),
  }),
  deleteTag: t.boolean({
    description:
      'Deletes a tag and removes it from all entities and columns. Tags that were ingested with a schema remain in the schema.',
    args: { urn: t.arg.string(required('`urn:li:tag:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.tags.delete(actor, urn),
  }),
  restoreTag: t.boolean({
    nullable: false,
    description:
      'Restores a deleted tag with its properties and its places, within DELETED_TAG_DAYS. A warning counts the places that do not exist any longer.',
    args: { urn: t.arg.string(required('`urn:li:tag:<id>`')) },
    resolve: (_, { urn }, { services, actor }) => services.tags.restore(actor, urn),
  }),
}));
