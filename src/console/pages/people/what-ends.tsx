import { may } from '../../api/caller.js';
import { graphql } from '../../api/schema.js';
import { useQuery } from '../../api/use-query.js';
import { entityName, namedEntity } from '../../entity-name.js';
import { privilegeText } from '../../privileges.js';
import { Loaded } from '../../ui/loaded.js';
import { counted, listed } from '../../ui/text.js';

const shown = 5;
const policiesRead = 100;

const tokens = graphql(`
  query TokensOf($urn: String!, $count: Int!) {
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

const memberships = graphql(
  `
  query Memberships($urn: String!, $count: Int!) {
    corpUser(urn: $urn) {
      relationships(
        input: {
          types: ["IsMemberOfGroup", "IsMemberOfNativeGroup"]
          direction: OUTGOING
          start: 0
          count: $count
        }
      ) {
        total
        relationships {
          entity {
            ...NamedEntity
          }
        }
      }
    }
  }
`,
  [namedEntity],
);

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

/** Says what ends with a user or a service account, as far as the caller may know it. */
export function WhatEnds({ urn }: { urn: string }) {
  const maySeeTokens = may('MANAGE_ACCESS_TOKENS');
  const tokensQuery = useQuery(tokens, maySeeTokens ? { urn, count: shown } : null);
  const groupsQuery = useQuery(memberships, { urn, count: shown });
  return (
    <>
      {maySeeTokens ? (
        <Loaded query={tokensQuery} label="Tokens">
          {({ acting, created }) => (
            <ul>
              <li>{sentence('It has', acting.total, 'token', namesOf(acting.tokens))}</li>
              {created.total > 0 && (
                <li>
                  {sentence('It has created', created.total, 'token', namesOf(created.tokens))} for others.
                </li>
              )}
            </ul>
          )}
        </Loaded>
      ) : (
        <Unknown what="Its tokens, and those that it has created" needs="MANAGE_ACCESS_TOKENS" />
      )}
      <Loaded query={groupsQuery} label="Memberships">
        {({ corpUser }) => {
          const { total = 0, relationships = [] } = corpUser?.relationships ?? {};
          const names = relationships.flatMap(({ entity }) => (entity ? [entityName(entity)] : []));
          return (
            <ul>
              <li>{sentence('It is in', total, 'group', names)}</li>
            </ul>
          );
        }}
      </Loaded>
      <PoliciesNaming urn={urn} />
    </>
  );
}

/** Says which policies name a user or a group. */
export function PoliciesNaming({ urn }: { urn: string }) {
  const maySee = may('MANAGE_POLICIES');
  const query = useQuery(policies, maySee ? { count: policiesRead } : null);
  if (!maySee) return <Unknown what="Its place in policies" needs="MANAGE_POLICIES" />;
  return (
    <Loaded query={query} label="Policies">
      {({ listPolicies }) => {
        const { total, policies } = listPolicies!;
        const naming = policies.filter(({ actors: { users, groups } }) =>
          [...(users ?? []), ...(groups ?? [])].includes(urn),
        );
        return (
          <ul>
            <li>
              {sentence('It is named by', naming.length, 'policy', namesOf(naming), 'policies')}
              {total > policies.length && ` Only the first ${policies.length} policies were looked at.`}
            </li>
          </ul>
        );
      }}
    </Loaded>
  );
}

const Unknown = ({ what, needs }: { what: string; needs: string }) => (
  <ul>
    <li>
      {what}. To see how many needs {privilegeText([needs])}.
    </li>
  </ul>
);

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

function sentence(begin: string, total: number, one: string, names: readonly string[], several = `${one}s`) {
  if (total === 0) return `${begin} no ${one}.`;
  const first = names.slice(0, shown);
  const more = total - first.length;
  return `${begin} ${counted(total, one, several)}: ${more > 0 ? `${first.join(', ')} and ${more} more` : listed(first)}.`;
}
