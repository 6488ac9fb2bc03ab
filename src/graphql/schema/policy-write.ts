import { builder } from './builder.js';
import { required } from './kit.js';
import { PolicyUpdateInput } from './policy-input.js';

const urnArg = required('`urn:li:dataHubPolicy:<id>`');

builder.mutationFields((t) => ({
  createPolicy: t.string({
    description: 'Creates a policy and returns its URN. Needs Manage Policies.',
    args: { input: t.arg(required('The policy.', PolicyUpdateInput)) },
    resolve: (_, { input }, { services, actor }) => services.policies.create(actor, input),
  }),
  updatePolicy: t.string({
    description: "Replaces a policy and returns its URN. The policy's roles stay. Needs Manage Policies.",
    args: {
      urn: t.arg.string(urnArg),
      input: t.arg(required('The policy.', PolicyUpdateInput)),
      basedOn: t.arg.string({
        description:
          'The `revision` that the change is based on. If the policy has another one, nothing is changed.',
      }),
    },
    resolve: (_, { urn, input, basedOn }, { services, actor }) =>
      services.policies.update(actor, urn, input, basedOn),
  }),
  deletePolicy: t.string({
    description: 'Deletes a policy and returns its URN. Needs Manage Policies.',
    args: { urn: t.arg.string(urnArg) },
    resolve: (_, { urn }, { services, actor }) => services.policies.delete(actor, urn),
  }),
}));
