import { peopleDescription, personText } from '../../users/input.js';
import type { PeoplePage, User } from '../../users/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { listInput } from './people-list.js';

/** Every field but the URN is read when it is asked for. */
const ServiceAccount = builder.objectRef<{ readonly urn: string }>('ServiceAccount').implement({
  description: 'A program that calls with tokens of its own.',
  interfaces: [Entity],
  fields: (t) => {
    const field = <Name extends 'displayName' | 'title' | 'createdBy'>(name: Name, description: string) =>
      t.string({
        description,
        resolve: async ({ urn }, _, { services, answer }, info) => {
          const text = (await services.users.user(urn))?.[name] ?? null;
          if (text !== null) answer.addTexts({ text }, info);
          return text;
        },
      });
    const time = (name: 'createdAt' | 'updatedAt', description: string) =>
      t.field({
        type: 'Long',
        description,
        resolve: async ({ urn }, _, { services }) => (await services.users.user(urn))?.[name] ?? null,
      });
    return {
      urn: t.exposeString('urn', { nullable: false, description: '`urn:li:corpuser:service_<uuid>`' }),
      type: t.field(entityTypeField('CORP_USER')),
      name: t.string({
        nullable: false,
        description: 'The last part of the URN.',
        resolve: ({ urn }) => urn.slice('urn:li:corpuser:'.length),
      }),
      displayName: field('displayName', 'The name to show.'),
      description: field('title', 'What it is for.'),
      createdBy: field('createdBy', 'The user that created it.'),
      createdAt: time('createdAt', 'In milliseconds since the epoch.'),
      updatedAt: time('updatedAt', 'When its texts were last written, in milliseconds since the epoch.'),
    };
  },
});

const CreateServiceAccountInput = builder.inputType('CreateServiceAccountInput', {
  description: 'The service account to create.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The name to show, 1 to 255 characters.',
      validate: { schema: personText },
    }),
    description: t.string({ description: 'What it is for.', validate: { schema: peopleDescription } }),
  }),
});

const ListServiceAccountsInput = listInput('ListServiceAccountsInput', 'service accounts');

const ListServiceAccountsResult = builder.objectRef<PeoplePage>('ListServiceAccountsResult').implement({
  description: 'A page of service accounts, in the order of their URNs.',
  fields: (t) => ({
    start: t.exposeInt('start', { nullable: false, description: 'How many service accounts were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many service accounts match.' }),
    serviceAccounts: t.field({
      type: [ServiceAccount],
      nullable: false,
      description: 'The page.',
      resolve: ({ urns }) => urns.map((urn) => ({ urn })),
    }),
  }),
});

const urn = { required: true, description: '`urn:li:corpuser:service_<uuid>`' } as const;

builder.queryFields((t) => ({
  getServiceAccount: t.field({
    type: ServiceAccount,
    description: 'Returns a service account; null when it does not exist.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }): Promise<User | null> =>
      services.users.serviceAccount(actor, urn),
  }),
  listServiceAccounts: t.field({
    type: ListServiceAccountsResult,
    description: 'Lists the service accounts.',
    args: {
      input: t.arg({
        type: ListServiceAccountsInput,
        required: true,
        description: 'Which service accounts.',
      }),
    },
    resolve: (_, { input }, { services, actor }) => services.users.listServiceAccounts(actor, input),
  }),
}));

builder.mutationFields((t) => ({
  createServiceAccount: t.field({
    type: ServiceAccount,
    description: 'Creates a service account, which has no rights and no token yet.',
    args: {
      input: t.arg({ type: CreateServiceAccountInput, required: true, description: 'What to create.' }),
    },
    resolve: async (_, { input }, { services, actor }) => ({
      urn: await services.users.createServiceAccount(actor, input),
    }),
  }),
  deleteServiceAccount: t.boolean({
    description: 'Deletes a service account with its tokens, its memberships and its place in policies.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.users.deleteServiceAccount(actor, urn),
  }),
}));
