import { ownerEntityTypes } from '../../edits/owners.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { enumValues } from './enum-values.js';
import { required } from './kit.js';
import { OwnershipType } from './ownership-type.js';
import { resources } from './target.js';

const OwnerEntityType = builder.enumType('OwnerEntityType', {
  description: 'A kind of owner.',
  values: enumValues(ownerEntityTypes, { CORP_USER: 'A user.', CORP_GROUP: 'A group.' }),
});

const typeUrn = (t: InputFieldBuilder, description: string) => t.string({ description });
const resource = (t: InputFieldBuilder) => t.string(required('The entity.'));

const owner = (t: InputFieldBuilder) => ({
  ownerUrn: t.string(required('The user or group.')),
  ownerEntityType: t.field(required('Which of both it is.', OwnerEntityType)),
  type: t.field({
    type: OwnershipType,
    description: 'The type of ownership, if `ownershipTypeUrn` is absent. Default: NONE.',
  }),
  ownershipTypeUrn: typeUrn(t, 'The type of ownership.'),
});

export const OwnerInput = builder.inputType('OwnerInput', {
  description: 'An owner: a user or a group, and the type of ownership.',
  fields: owner,
});

const AddOwnerInput = builder.inputType('AddOwnerInput', {
  description: 'One owner, and the entity to change.',
  fields: (t) => ({ ...owner(t), resourceUrn: resource(t) }),
});

const AddOwnersInput = builder.inputType('AddOwnersInput', {
  description: 'Owners, and the entity to change.',
  fields: (t) => ({ owners: t.field(required('The owners.', [OwnerInput])), resourceUrn: resource(t) }),
});

const BatchAddOwnersInput = builder.inputType('BatchAddOwnersInput', {
  description: 'Owners, and the entities to change.',
  fields: (t) => ({
    owners: t.field(required('The owners.', [OwnerInput])),
    ownershipTypeUrn: typeUrn(t, 'The type of ownership of owners without one.'),
    resources: t.field(resources('The entities to change.')),
  }),
});

const RemoveOwnerInput = builder.inputType('RemoveOwnerInput', {
  description: 'An owner to remove.',
  fields: (t) => ({
    ownerUrn: t.string(required('The user or group.')),
    ownershipTypeUrn: typeUrn(t, 'The type of ownership to remove. Default: all.'),
    resourceUrn: resource(t),
  }),
});

const BatchRemoveOwnersInput = builder.inputType('BatchRemoveOwnersInput', {
  description: 'Owners to remove, and the entities to change.',
  fields: (t) => ({
    ownerUrns: t.stringList(required('The users and groups.')),
    ownershipTypeUrn: typeUrn(t, 'The type of ownership to remove. Default: all.'),
    resources: t.field(resources('The entities to change.')),
  }),
});

const added = 'An owner who is there already with the same type of ownership is not an error.';

builder.mutationFields((t) => ({
  addOwner: t.boolean({
    description: `Adds an owner. ${added}`,
    args: { input: t.arg(required('The owner, and the entity.', AddOwnerInput)) },
    resolve: (_, { input }, { services, actor }) => services.edits.addOwners(actor, [input], [input]),
  }),
  addOwners: t.boolean({
    description: `Adds all owners or none. ${added}`,
    args: { input: t.arg(required('The owners, and the entity.', AddOwnersInput)) },
    resolve: (_, { input }, { services, actor }) => services.edits.addOwners(actor, input.owners, [input]),
  }),
  batchAddOwners: t.boolean({
    description: `Adds owners to entities: all changes are made or none. ${added}`,
    args: { input: t.arg(required('The owners, and the entities.', BatchAddOwnersInput)) },
    resolve: (_, { input: { owners, ownershipTypeUrn, resources } }, { services, actor }) => {
      const typed = owners.map((owner) =>
        owner.type == null && owner.ownershipTypeUrn == null ? { ...owner, ownershipTypeUrn } : owner,
      );
      return services.edits.addOwners(actor, typed, resources);
    },
  }),
  removeOwner: t.boolean({
    description: 'Removes an owner. Removing an owner who is not there is not an error.',
    args: { input: t.arg(required('The owner, and the entity.', RemoveOwnerInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.removeOwners(actor, [input.ownerUrn], input.ownershipTypeUrn, [input]),
  }),
  batchRemoveOwners: t.boolean({
    description: 'Removes owners from entities: all changes are made or none.',
    args: { input: t.arg(required('The owners, and the entities.', BatchRemoveOwnersInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.removeOwners(actor, input.ownerUrns, input.ownershipTypeUrn, input.resources),
  }),
}));
