import { builder, type Context } from './builder.js';
import { CorpGroupEditableProperties, CorpGroupProperties, Origin } from './corp-group-properties.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, required } from './kit.js';
import { relationshipsField } from './relationships.js';

const prefix = 'urn:li:corpGroup:';

const properties = {
  type: CorpGroupProperties,
  description:
    'The properties. Null for a group that exists as metadata only, such as the owner of a dataset.',
};

async function loadProperties({ urn }: { readonly urn: string }, _: object, { services }: Context) {
  const group = await services.users.group(urn);
  return group?.isGroup ? group : null;
}

/** Every field reads what it needs. Fields of one answer share their reads. */
export const CorpGroup = builder.objectRef<{ readonly urn: string }>('CorpGroup').implement({
  description: 'A group of users, which policies can name.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', nonNull('`urn:li:corpGroup:<id>`')),
    type: t.field(entityTypeField('CORP_GROUP')),
    name: t.string({
      ...nonNull('The last part of the URN.'),
      resolve: ({ urn }) => urn.slice(prefix.length),
    }),
    properties: t.field({ ...properties, resolve: loadProperties }),
    info: t.field({ ...properties, deprecationReason: 'Use `properties`.', resolve: loadProperties }),
    editableProperties: t.field({
      type: CorpGroupEditableProperties,
      description: 'The properties that people edited. Null before they are first written.',
      resolve: async ({ urn }, _, { services }) => (await services.users.group(urn))?.editable ?? null,
    }),
    origin: t.field({
      type: Origin,
      description: 'Where the group comes from. Null when the aspect origin does not say.',
      resolve: async ({ urn }, _, { services }) => (await services.users.group(urn))?.origin ?? null,
    }),
    exists: t.boolean({
      description: 'Whether the group, or metadata about it, exists.',
      resolve: async ({ urn }, _, { services }) => (await services.users.group(urn)) !== null,
    }),
    relationships: relationshipsField(t),
  }),
});

const urn = required('`urn:li:corpGroup:<id>`');

builder.queryField('corpGroup', (t) =>
  t.field({
    type: CorpGroup,
    description: 'Returns a group; null when neither a group nor metadata about one exists.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services }) => services.users.group(urn),
  }),
);

builder.mutationField('removeGroup', (t) =>
  t.boolean({
    description: 'Removes a group with its memberships, and removes it from policies.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.users.removeGroup(actor, urn),
  }),
);
