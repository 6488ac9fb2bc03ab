import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { numberText } from '../../model/numbers.js';
import { type Privilege, privilegeText } from '../../model/privileges.js';
import { listed } from '../../model/text.js';
import { userGroups } from './memberships.js';

const shown = 5;
const policiesRead = 100;

const tokens = graphql(`
  query EndingTokens($urn: String!, $count: Int!) {
    acting: listAccessTokens(
      input: { start: 0, count: $count, filters: [{ field: "actorUrn", values: [$urn] }] }
    ) {
      total
      tokens {
        name
      }
    }
    created: listAccessTokens(
      input: {
        start: 0
        count: $count
        filters: [{ field: "ownerUrn", values: [$urn] }, { field: "actorUrn", values: [$urn], negated: true }]
      }
    ) {
      total
      tokens {
        name
      }
    }
  }
`);

const webhooks = graphql(`
  query OwnedWebhooks($count: Int!) {
    listWebhooks(count: $count) {
      webhooks {
        name
        owner {
          urn
        }
      }
    }
  }
`);
/** More than there can be. */
const webhooksRead = 100;

const policies = graphql(`
  query PoliciesNaming($count: Int!) {
    listPolicies(input: { start: 0, count: $count }) {
      total
      policies {
        name
        actors {
          users
          groups
        }
      }
    }
  }
`);

/** Says which tokens a user has created for others, as far as the caller may know. */
export function TokensForOthers({ urn }: { urn: string }) {
  const maySee = may('MANAGE_ACCESS_TOKENS');
  const query = useQuery(tokens, maySee ? { urn, count: shown } : null);
  if (!maySee) return <Unknown what="Tokens created for others" needs="MANAGE_ACCESS_TOKENS" />;
  return (
    <Loaded query={query} label="Tokens">
      {({ created }) => (
        <Line what="Tokens created for others" total={created.total} names={listNames(created.tokens)} />
      )}
    </Loaded>
  );
}

/** Says which webhooks a user owns, as far as the caller may know. */
export function WebhooksOwned({ urn }: { urn: string }) {
  const maySee = may('MANAGE_WEBHOOKS');
  const query = useQuery(webhooks, maySee ? { count: webhooksRead } : null);
  if (!maySee) return <Unknown what="Webhooks, which are paused" needs="MANAGE_WEBHOOKS" />;
  return (
    <Loaded query={query} label="Webhooks">
      {({ listWebhooks }) => {
        const owned = listWebhooks.webhooks.filter(({ owner }) => owner?.urn === urn);
        return <Line what="Webhooks, which are paused" total={owned.length} names={listNames(owned)} />;
      }}
    </Loaded>
  );
}

/** Says what ends with a user or a service account, as far as the caller may know. */
export function WhatEnds({ urn }: { urn: string }) {
  const maySeeTokens = may('MANAGE_ACCESS_TOKENS');
  const tokensQuery = useQuery(tokens, maySeeTokens ? { urn, count: shown } : null);
  const groupsQuery = useQuery(userGroups, { urn, count: shown });
  return (
    <>
      {maySeeTokens ? (
        <Loaded query={tokensQuery} label="Tokens">
          {({ acting, created }) => (
            <>
              <Line what="Tokens" total={acting.total} names={listNames(acting.tokens)} />
              <Line
                what="Tokens created for others"
                total={created.total}
                names={listNames(created.tokens)}
              />
            </>
          )}
        </Loaded>
      ) : (
        <Unknown what="Tokens, and those created for others" needs="MANAGE_ACCESS_TOKENS" />
      )}
      <Loaded query={groupsQuery} label="Memberships">
        {({ corpUser }) => {
          const { total = 0, relationships = [] } = corpUser?.relationships ?? {};
          const names = relationships.flatMap(({ entity }) => (entity ? [entityName(entity)] : []));
          return <Line what="Memberships in groups" total={total} names={names} />;
        }}
      </Loaded>
      <PoliciesNaming urn={urn} />
      <WebhooksOwned urn={urn} />
    </>
  );
}

/** Says which policies name a user or a group. */
export function PoliciesNaming({ urn }: { urn: string }) {
  const maySee = may('MANAGE_POLICIES');
  const query = useQuery(policies, maySee ? { count: policiesRead } : null);
  if (!maySee) return <Unknown what="Policies that name it" needs="MANAGE_POLICIES" />;
  return (
    <Loaded query={query} label="Policies">
      {({ listPolicies }) => {
        const { total, policies } = listPolicies!;
        const naming = policies.filter(({ actors: { users, groups } }) =>
          [...(users ?? []), ...(groups ?? [])].includes(urn),
        );
        return (
          <>
            <Line what="Policies that name it" total={naming.length} names={listNames(naming)} />
            {total > policies.length && (
              <p class="soft">
                Only the first {policies.length} of {numberText(total)} policies were checked.
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

const Unknown = ({ what, needs }: { what: string; needs: Privilege }) => (
  <p>
    <strong>{what}</strong>: seeing them needs {privilegeText(needs)}.
  </p>
);

function Line({ what, total, names }: { what: string; total: number; names: readonly string[] }) {
  const first = names.slice(0, shown);
  const more = total - first.length;
  return (
    <p>
      <strong>{what}</strong>: {total === 0 ? 'none' : `${numberText(total)} (`}
      {listed(more > 0 ? [...first, `${numberText(more)} more`] : first)}
      {total > 0 && ')'}
    </p>
  );
}

const listNames = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
