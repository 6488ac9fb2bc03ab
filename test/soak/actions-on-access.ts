import { ingestUrl, proposal } from '../support/aspects.js';
import { groupUrn, userUrn } from '../support/people.js';
import type { Choose } from '../support/random.js';
import { type Action, type Args, graphql, type Made } from './action.js';

export const callers = ['soak_ann', 'soak_bob', 'soak_cid', 'soak_dan', 'soak_eve', 'soak_fay'];

const assetsPolicy = (caller: string) => `urn:li:dataHubPolicy:assets-${caller}`;
const tagsPolicy = (caller: string) => `urn:li:dataHubPolicy:tags-${caller}`;

type State = 'ACTIVE' | 'INACTIVE';
const policy = (urn: string, state: State, more: object) =>
  proposal(urn, 'dataHubPolicyInfo', { displayName: urn, description: '', state, editable: true, ...more });

/** The policy over assets, for the caller's group. */
const overAssets = (caller: string, state: State) =>
  policy(assetsPolicy(caller), state, {
    type: 'METADATA',
    privileges: ['EDIT_ENTITY', 'DELETE_ENTITY'],
    actors: { groups: [groupUrn(caller)], allUsers: false, allGroups: false, resourceOwners: false },
    resources: { allResources: true },
  });

/** The policy over tags, for the caller. */
const overTags = (caller: string) =>
  policy(tagsPolicy(caller), 'ACTIVE', {
    type: 'PLATFORM',
    privileges: ['MANAGE_TAGS', 'CREATE_TAGS'],
    actors: { users: [userUrn(caller)], allUsers: false, allGroups: false, resourceOwners: false },
  });

const ingest = (one: object) => ({ method: 'POST', url: ingestUrl, payload: { proposal: one } }) as const;
const members = (caller: string) => ({ input: { groupUrn: groupUrn(caller), userUrns: [userUrn(caller)] } });

/** An action of an administrator about one caller. */
const about = (
  operation: string,
  weight: number,
  request: (args: Args, made: Made) => ReturnType<Action['request']>,
  more: (choose: Choose) => object = () => ({}),
): Action => ({
  ...{ operation, weight, request },
  plan: (choose, _step, caller) => ({ caller, ...more(choose) }),
});

/** An action that sets a factor. Most leave it on, so that most requests are allowed. */
const sets = (
  factor: string,
  operation: string,
  request: (caller: string, on: boolean) => ReturnType<Action['request']>,
): Action =>
  about(
    operation,
    3,
    ({ caller, on }) => request(caller, on),
    ({ below }) => ({ factor, on: below(16) > 0 }),
  );

export const actionsOnAccess: Readonly<Record<string, Action>> = {
  createUser: about('mutation createUser', 0, ({ caller }) =>
    graphql('mutation createUser', { input: { id: caller } }),
  ),
  createGroup: about('mutation createGroup', 0, ({ caller }) =>
    graphql('mutation createGroup', { input: { id: caller, name: caller } }),
  ),
  setAssetsPolicy: sets('assets', 'POST /aspects?action=ingestProposal', (caller, on) =>
    ingest(overAssets(caller, on ? 'ACTIVE' : 'INACTIVE')),
  ),
  setTagsPolicy: sets('tags', 'mutation deletePolicy', (caller, on) =>
    on ? ingest(overTags(caller)) : graphql('mutation deletePolicy', { urn: tagsPolicy(caller) }),
  ),
  setMember: sets('member', 'mutation removeGroupMembers', (caller, on) =>
    graphql(`mutation ${on ? 'add' : 'remove'}GroupMembers`, members(caller)),
  ),
  setActive: sets('active', 'mutation updateUserStatus', (caller, on) =>
    graphql('mutation updateUserStatus', { urn: userUrn(caller), status: on ? 'ACTIVE' : 'SUSPENDED' }),
  ),
  createToken: about('mutation createAccessToken', 20, ({ caller }) =>
    graphql('mutation createAccessToken', {
      input: { type: 'PERSONAL', actorUrn: userUrn(caller), duration: 'ONE_HOUR', name: 'soak' },
    }),
  ),
  rotateToken: about('mutation rotateAccessToken', 3, ({ caller }, made) => {
    const token = made.tokenOf(caller);
    return token && withText(graphql('mutation rotateAccessToken', { tokenId: token.id }));
  }),
  revokeToken: about('mutation revokeAccessToken', 1, ({ caller }, made) => {
    const token = made.tokenOf(caller);
    return token && graphql('mutation revokeAccessToken', { tokenId: token.id });
  }),
};

/** What an administrator does with the webhook of the run: it gets every change all the same. */
const onWebhook = (name: string, weight: number): Action => ({
  ...{ operation: `mutation ${name}`, weight },
  plan: () => ({}),
  request: (_, { webhook: id }) => graphql(`mutation ${name}`, { id }),
});

export const actionsOnWebhooks: Readonly<Record<string, Action>> = {
  pauseWebhook: onWebhook('pauseWebhook', 1),
  // More often, because a paused webhook shows nothing.
  resumeWebhook: onWebhook('resumeWebhook', 4),
  rotateWebhookSecret: onWebhook('rotateWebhookSecret', 1),
};

/** The manifest's document does not ask for the text of the new token. */
function withText(request: ReturnType<typeof graphql>) {
  const { query, variables } = request.payload as { query: string; variables: object };
  return { ...request, payload: { query: query.replace('{ metadata', '{ accessToken metadata'), variables } };
}

const [overAllAssets, overAllTags] = [['assets', 'member'], ['tags']];
/** Which factors each right takes; one of the lists is enough. */
export const factorsByRight = {
  assets: [overAllAssets],
  tags: [overAllTags],
  either: [overAllAssets, overAllTags],
} as const;
