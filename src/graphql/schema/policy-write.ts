import { builder } from './builder.js';
import { PolicyUpdateInput } from './policy-input.js';

const urnArg = { required: true, description: '`urn:li:dataHubPolicy:<id>`' } as const;

builder.mutationFields((t) => ({
  createPolicy: t.string({
    description: 'Creates a policy and returns its URN. Needs Manage Policies.',
    args: { input: t.arg({ type: PolicyUpdateInput, required: true, description: 'The policy.' }) },
    resolve: (_, { input }, { services, actor }) => services.policies.create(actor, input),
  }),
  updatePolicy: t.string({
    description: "Replaces a policy and returns its URN. The policy's roles stay. Needs Manage Policies.",
    args: {
      urn: t.arg.string(urnArg),
      input: t.arg({ type: PolicyUpdateInput, required: true, description: 'The policy.' }),
    },
    resolve: (_, { urn, input }, { services, actor }) => services.policies.update(actor, urn, input),
  }),
  deletePolicy: t.string({
    description: 'Deletes a policy and returns its URN. Needs Manage Policies.',
    args: { urn: t.arg.string(urnArg) },
    resolve: (_, { urn }, { services, actor }) => services.policies.delete(actor, urn),
  }),
}));
