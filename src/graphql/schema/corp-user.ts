import { parseUserUrn } from '../../core/urn.js';
import { builder, type Context } from './builder.js';
import {
  CorpUserEditableInfo,
  CorpUserEditableProperties,
  CorpUserProperties,
} from './corp-user-properties.js';
import { CorpUserSettings } from './corp-user-settings.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, required } from './kit.js';
import { relationshipsField } from './relationships.js';

export const CorpUserStatus = builder.enumType('CorpUserStatus', {
  description: 'Whether a user may call the service.',
  values: {
    ACTIVE: { description: 'The user may call the service.' },
    SUSPENDED: { description: "All of the user's calls are refused." },
  } as const,
});

const prefix = 'urn:li:corpuser:';

async function loadKnown({ urn }: { readonly urn: string }, _: object, { services }: Context) {
  const user = await services.users.user(urn);
  return user?.state ? user : null;
}

const loadEditable = async ({ urn }: { readonly urn: string }, _: object, { services }: Context) =>
  (await services.users.user(urn))?.editable ?? null;

/** Every field reads what it needs. Fields of one answer share their reads. */
export const CorpUser = builder.objectRef<{ readonly urn: string }>('CorpUser').implement({
  description: 'A person or a service account.',
  interfaces: [Entity],
  fields: (t) => {
    const properties = {
      type: CorpUserProperties,
      description:
        'The properties. Null for a user that exists as metadata only, such as the owner of a dataset, and for a ' +
        'removed user.',
    };
    return {
      urn: t.exposeString('urn', nonNull('`urn:li:corpuser:<id>`')),
      type: t.field(entityTypeField('CORP_USER')),
      username: t.string({
        ...nonNull('The last part of the URN.'),
        resolve: ({ urn }) => urn.slice(prefix.length),
      }),
      properties: t.field({
        ...properties,
        resolve: loadKnown,
      }),
      info: t.field({
        ...properties,
        deprecationReason: 'Use `properties`.',
        resolve: loadKnown,
      }),
      editableProperties: t.field({
        type: CorpUserEditableProperties,
        description: 'The properties. Null before they are first written.',
        resolve: loadEditable,
      }),
      editableInfo: t.field({
        type: CorpUserEditableInfo,
        description: 'The properties. Null before they are first written.',
        deprecationReason: 'Use `editableProperties`.',
        resolve: loadEditable,
      }),
      status: t.field({
        type: CorpUserStatus,
        description: 'Whether the user may call the service. Null for a user that exists as metadata only.',
        resolve: async ({ urn }, _, { services }) => (await services.users.user(urn))?.state ?? null,
      }),
      isNativeUser: t.boolean({
        description: 'Always false: the catalog has no passwords.',
        resolve: () => false,
      }),
      exists: t.boolean({
        description: 'Whether the user, or metadata about it, exists.',
        resolve: async ({ urn }, _, { services }) => (await services.users.user(urn)) !== null,
      }),
      settings: t.field({
        type: CorpUserSettings,
        description: "The user's settings.",
        resolve: ({ urn }, _, { services }) => services.users.user(urn),
      }),
      relationships: relationshipsField(t),
    };
  },
});

builder.queryField('corpUser', (t) =>
  t.field({
    type: CorpUser,
    description: 'Returns a user. Of a user that was removed or never existed, `exists` is false.',
    args: { urn: t.arg.string(required('`urn:li:corpuser:<id>`')) },
    resolve: (_, { urn }) => ({ urn: parseUserUrn(urn, 'urn') }),
  }),
);
