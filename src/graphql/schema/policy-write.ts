import { warningsOf } from '../../policies/without-effect.js';
import type { Written } from '../../policies/write.js';
import { builder, type Context } from './builder.js';
import { PolicyUpdateInput } from './policy-input.js';

/** Adds the warnings of a policy to the answer. @returns its URN */
function warned({ urn, policy }: Written, { warn }: Context): string {
  for (const warning of warningsOf(policy)) warn(`${urn}: ${warning}`);
  return urn;
}

const urnArg = { required: true, description: '`urn:li:dataHubPolicy:<id>`' } as const;

builder.mutationFields((t) => ({
  createPolicy: t.string({
    description: 'Creates a policy and returns its URN. Needs Manage Policies.',
    args: { input: t.arg({ type: PolicyUpdateInput, required: true, description: 'The policy.' }) },
    resolve: async (_, { input }, context) =>
      warned(await context.services.policies.create(context.actor, input), context),
  }),
  updatePolicy: t.string({
    description: 'Replaces a policy and returns its URN. Roles that it names stay. Needs Manage Policies.',
    args: {
      urn: t.arg.string(urnArg),
      input: t.arg({ type: PolicyUpdateInput, required: true, description: 'The policy.' }),
    },
    resolve: async (_, { urn, input }, context) =>
      warned(await context.services.policies.update(context.actor, urn, input), context),
  }),
  deletePolicy: t.string({
    description: 'Deletes a policy and returns its URN. Needs Manage Policies.',
    args: { urn: t.arg.string(urnArg) },
    resolve: (_, { urn }, { services, actor }) => services.policies.delete(actor, urn),
  }),
}));
