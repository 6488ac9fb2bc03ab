import { peopleDescription, personText } from '../../users/input.js';
import type { PeoplePage, User } from '../../users/views.js';
import { builder } from './builder.js';
import { Entity } from './entity.js';
import { entityTypeField } from './entity-type.js';
import { nonNull, pageFields, required } from './kit.js';
import { listInput } from './people-list.js';

/** Every field but the URN is read when it is asked for. */
const ServiceAccount = builder.objectRef<{ readonly urn: string }>('ServiceAccount').implement({
  description: 'An account of a program, which calls the service with its own tokens.',
  interfaces: [Entity],
  fields: (t) => {
    const field = <Name extends 'displayName' | 'title' | 'createdBy'>(name: Name, description: string) =>
      t.string({
        description,
        resolve: async ({ urn }, _, { services }) => (await services.users.user(urn))?.[name] ?? null,
      });
    const time = (name: 'createdAt' | 'updatedAt', description: string) =>
      t.field({
        type: 'Long',
        description,
        resolve: async ({ urn }, _, { services }) => (await services.users.user(urn))?.[name] ?? null,
      });
    return {
      urn: t.exposeString('urn', nonNull('`urn:li:corpuser:service_<uuid>`')),
      type: t.field(entityTypeField('CORP_USER')),
      name: t.string({
        ...nonNull('The last part of the URN.'),
        resolve: ({ urn }) => urn.slice('urn:li:corpuser:'.length),
      }),
      displayName: field('displayName', 'The display name.'),
      description: field('title', 'The purpose of the service account.'),
      createdBy: field('createdBy', 'The user that created the account.'),
      createdAt: time('createdAt', 'When the account was created, in milliseconds since the epoch.'),
      updatedAt: time(
        'updatedAt',
        'When the name or description last changed, in milliseconds since the epoch.',
      ),
    };
  },
});

const CreateServiceAccountInput = builder.inputType('CreateServiceAccountInput', {
  description: 'The service account to create.',
  fields: (t) => ({
    displayName: t.string({
      description: 'The display name, 1 to 255 characters.',
      validate: { schema: personText },
    }),
    description: t.string({
      description: 'The purpose of the service account.',
      validate: { schema: peopleDescription },
    }),
  }),
});

const ListServiceAccountsInput = listInput('ListServiceAccountsInput', 'service accounts');

const ListServiceAccountsResult = builder.objectRef<PeoplePage>('ListServiceAccountsResult').implement({
  description: 'A page of service accounts, ordered by URN.',
  fields: (t) => ({
    ...pageFields(t, 'service accounts'),
    serviceAccounts: t.field({
      ...nonNull('The page.', [ServiceAccount]),
      resolve: ({ urns }) => urns.map((urn) => ({ urn })),
    }),
  }),
});

const urn = required('`urn:li:corpuser:service_<uuid>`');

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
    args: { input: t.arg(required('The service accounts to list.', ListServiceAccountsInput)) },
    resolve: (_, { input }, { services, actor }) => services.users.listServiceAccounts(actor, input),
  }),
}));

builder.mutationFields((t) => ({
  createServiceAccount: t.field({
    type: ServiceAccount,
    description: 'Creates a service account without rights and tokens.',
    args: { input: t.arg(required('The service account to create.', CreateServiceAccountInput)) },
    resolve: async (_, { input }, { services, actor }) => ({
      urn: await services.users.createServiceAccount(actor, input),
    }),
  }),
  deleteServiceAccount: t.boolean({
    description: 'Deletes a service account with its tokens and memberships, and removes it from policies.',
    args: { urn: t.arg.string(urn) },
    resolve: (_, { urn }, { services, actor }) => services.users.deleteServiceAccount(actor, urn),
  }),
}));
