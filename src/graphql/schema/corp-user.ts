import type { User } from '../../users/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { relationshipsField } from './relationships.js';

export const CorpUserStatus = builder.enumType('CorpUserStatus', {
  description: 'Whether a user may call.',
  values: {
    ACTIVE: { description: 'The user may call.' },
    SUSPENDED: { description: 'Every call of the user is refused.' },
  } as const,
});

const CorpUserProperties = builder.objectRef<User>('CorpUserProperties').implement({
  description: 'What administrators and directories say about a user.',
  fields: (t) => ({
    active: t.boolean({
      nullable: false,
      description: 'Whether the user may call.',
      resolve: ({ state }) => state === 'ACTIVE',
    }),
    displayName: t.exposeString('displayName', { description: 'The name to show.' }),
    title: t.exposeString('title', { description: 'The position; of a service account, its description.' }),
    email: t.exposeString('email', { description: 'The address.' }),
    fullName: t.exposeString('fullName', { description: 'First and last name.' }),
    firstName: t.exposeString('firstName', { description: 'The first name.' }),
    lastName: t.exposeString('lastName', { description: 'The last name.' }),
    departmentName: t.exposeString('departmentName', { description: 'The department.' }),
    countryCode: t.exposeString('countryCode', { description: 'The country, of two letters.' }),
  }),
});

const CorpUserEditableProperties = builder
  .objectRef<NonNullable<User['editable']>>('CorpUserEditableProperties')
  .implement({
    description: 'What people say about themselves.',
    fields: (t) => ({
      displayName: t.exposeString('displayName', { description: 'The name to show.' }),
      title: t.exposeString('title', { description: 'The position.' }),
      aboutMe: t.exposeString('aboutMe', { description: 'A text about the user.' }),
      pictureLink: t.exposeString('pictureLink', { description: 'The address of a picture.' }),
      email: t.exposeString('email', { description: 'The address.' }),
      phone: t.exposeString('phone', { description: 'The telephone number.' }),
      slack: t.exposeString('slack', { description: 'The name in Slack.' }),
      teams: t.stringList({
        description: 'The teams that the user belongs to.',
        resolve: ({ teams }) => teams && [...teams],
      }),
      skills: t.stringList({
        description: 'What the user knows about.',
        resolve: ({ skills }) => skills && [...skills],
      }),
    }),
  });

const DataHubView = builder.objectRef<{ readonly urn: string }>('DataHubView').implement({
  description: 'A view of DataHub, which the catalog keeps and does not apply.',
  interfaces: [Entity],
  fields: (t) => ({
    urn: t.exposeString('urn', { nullable: false, description: '`urn:li:dataHubView:<id>`' }),
    type: t.field(entityTypeField('DATAHUB_VIEW')),
  }),
});

const CorpUserViewsSettings = builder.objectRef<User>('CorpUserViewsSettings').implement({
  description: 'The settings of a user for views.',
  fields: (t) => ({
    defaultView: t.field({
      type: DataHubView,
      description: 'The view that DataHub applies first.',
      resolve: ({ defaultView }) => (defaultView === null ? null : { urn: defaultView }),
    }),
  }),
});

const CorpUserSettings = builder.objectRef<User>('CorpUserSettings').implement({
  description: 'The settings of a user, of the aspect corpUserSettings.',
  fields: (t) => ({
    views: t.field({
      type: CorpUserViewsSettings,
      description: 'The settings for views.',
      resolve: (user) => user,
    }),
  }),
});

const prefix = 'urn:li:corpuser:';

/** Every field reads what it needs. Fields of one answer share their reads. */
export const CorpUser = builder.objectRef<{ readonly urn: string }>('CorpUser').implement({
  description: 'A person or a service account.',
  interfaces: [Entity],
  fields: (t) => {
    const properties = {
      type: CorpUserProperties,
      description: 'Null for a user that is metadata only, such as the owner of a dataset.',
    };
    return {
      urn: t.exposeString('urn', { nullable: false, description: '`urn:li:corpuser:<id>`' }),
      type: t.field(entityTypeField('CORP_USER')),
      username: t.string({
        nullable: false,
        description: 'The last part of the URN.',
        resolve: ({ urn }) => urn.slice(prefix.length),
      }),
      properties: t.field({
        ...properties,
        resolve: async ({ urn }, _, { services, answer }, info) => {
          const user = await services.people.user(urn);
          if (!user || user.state === null) return null;
          answer.addTexts(user, info);
          return user;
        },
      }),
      info: t.field({
        ...properties,
        deprecationReason: 'Use `properties`.',
        resolve: async ({ urn }, _, { services, answer }, info) => {
          const user = await services.people.user(urn);
          if (!user || user.state === null) return null;
          answer.addTexts(user, info);
          return user;
        },
      }),
      editableProperties: t.field({
        type: CorpUserEditableProperties,
        description: 'Null before they are first written.',
        resolve: async ({ urn }, _, { services, answer }, info) => {
          const editable = (await services.people.user(urn))?.editable ?? null;
          if (editable)
            answer.addTexts({ ...editable, lists: JSON.stringify([editable.teams, editable.skills]) }, info);
          return editable;
        },
      }),
      status: t.field({
        type: CorpUserStatus,
        description: 'Null for a user that is metadata only.',
        resolve: async ({ urn }, _, { services }) => (await services.people.user(urn))?.state ?? null,
      }),
      isNativeUser: t.boolean({
        description: 'False: nobody logs in with a password here.',
        resolve: () => false,
      }),
      exists: t.boolean({
        description: 'Whether there is such a user or such metadata.',
        resolve: async ({ urn }, _, { services }) => (await services.people.user(urn)) !== null,
      }),
      settings: t.field({
        type: CorpUserSettings,
        description: 'What the user has set.',
        resolve: ({ urn }, _, { services }) => services.people.user(urn),
      }),
      relationships: relationshipsField(t),
    };
  },
});

const urn = { required: true, description: '`urn:li:corpuser:<id>`' } as const;

builder.queryField('corpUser', (t) =>
  t.field({
    type: CorpUser,
    description: 'Returns a user; null when neither a user nor metadata about one exists.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services }) => services.people.user(urn),
  }),
);

builder.mutationFields((t) => ({
  updateUserStatus: t.string({
    description: 'Suspends a user or ends the suspension, from the next request on. Returns the URN.',
    args: {
      urn: t.arg.string(urn),
      status: t.arg({ type: CorpUserStatus, required: true, description: 'The new status.' }),
    },
    resolve: (_, { urn, status }, { services, actor }) =>
      services.people.updateUserStatus(actor, urn, status),
  }),
  removeUser: t.boolean({
    description:
      'Removes a user with the tokens that act as the user or that the user has created, the memberships and the place ' +
      'in policies. The same id made again has none of it.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.people.removeUser(actor, urn),
  }),
}));
