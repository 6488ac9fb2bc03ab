import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { entityName } from '../../../client/named-entity.js';
import { userFragment, userText } from '../../../client/user.js';
import { caller, may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { Loaded } from '../../kit/loaded.js';
import { Avatar } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { Section } from '../../kit/section.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { counted } from '../../model/text.js';
import { isServiceAccount } from '../../model/urn.js';
import { userItems } from './actions.js';
import { Granted } from './granted.js';
import { Memberships } from './memberships.js';
import { State } from './person.js';

const load = graphql('query User($urn: String!) { corpUser(urn: $urn) { exists ...User } }', [userFragment]);

interface UserPageProps {
  urn: string;
  notice?: ComponentChildren;
}

/** A person or a service account: state, groups, privileges, tokens. */
export function UserPage({ urn, notice }: UserPageProps) {
  const dialog = useDialog();
  const { route } = useLocation();
  const all = isServiceAccount(urn) ? links.serviceAccounts : links.users;
  return (
    <>
      <DetailPage
        noun="user"
        type="corpuser"
        urn={urn}
        all={[all, isServiceAccount(urn) ? 'All service accounts' : 'All users']}
        document={load}
        variables={{ urn }}
        read={({ corpUser }) => (corpUser?.exists ? corpUser : null)}
        name={(user) => entityName(user)}
        heading={(user) => (
          <span class="row one">
            <Avatar urn={urn} name={entityName(user)} isLarge />
            <bdi>{entityName(user)}</bdi>
          </span>
        )}
        about={(user) => userText(user, 'title')}
        actions={(user) => <Menu label="Actions" items={userItems(user, dialog, () => route(all))} />}
      >
        {(user) => (
          <div class="entity">
            {notice && <div class="about">{notice}</div>}
            <aside class="side-panel" aria-label={`About ${entityName(user)}`}>
              <section>
                <h2>Details</h2>
                <dl class="facts">
                  <Fact name="State">
                    <State status={user.status} />
                  </Fact>
                  <Fact name="Full name">{user.properties?.fullName}</Fact>
                  <Fact name="Email">{userText(user, 'email')}</Fact>
                  <UrnFact urn={urn} />
                </dl>
              </section>
              <Memberships urn={urn} mayChange={may('MANAGE_USERS_AND_GROUPS') && user.status !== null} />
            </aside>
            <div class="main stack far">
              {(urn === caller.value?.urn || may('MANAGE_POLICIES')) && user.status !== null && (
                <Granted urn={urn} status={user.status} />
              )}
              {may('MANAGE_ACCESS_TOKENS') && <UserTokens urn={urn} />}
            </div>
          </div>
        )}
      </DetailPage>
      {dialog.shown}
    </>
  );
}

const shown = 20;

const tokensOf = graphql(`
  query UserTokens($urn: String!, $count: Int!) {
    listAccessTokens(
      input: { start: 0, count: $count, filters: [{ field: "actorUrn", values: [$urn] }] }
    ) {
      total
      tokens {
        id
        name
        lastUsedAt
        expiresAt
      }
    }
  }
`);

/** The tokens that act as a user. */
function UserTokens({ urn }: { urn: string }) {
  const query = useQuery(tokensOf, { urn, count: shown });
  return (
    <Section title="Tokens">
      <Loaded
        query={query}
        label="Tokens"
        isEmpty={(data) => data.listAccessTokens.total === 0}
        empty={<p class="soft">No token acts as this user.</p>}
      >
        {({ listAccessTokens: { total, tokens } }) => (
          <>
            <Table
              label="Tokens"
              rows={tokens}
              rowKey={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name }) => name },
                { head: 'Last used', cell: ({ lastUsedAt }) => <Time ms={lastUsedAt} /> },
                { head: 'Expires', cell: ({ expiresAt }) => <Time ms={expiresAt} /> },
              ]}
            />
            <p class="soft small">
              {total > shown && `${counted(total - shown, 'more token')}. `}
              <a href={links.tokens}>Rotate and revoke them</a> on the page of access tokens.
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
