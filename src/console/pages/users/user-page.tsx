import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { caller, may } from '../../api/caller.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { Avatar } from '../../kit/marks.js';
import { Menu } from '../../kit/menu.js';
import { useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { isServiceAccount } from '../../model/urn.js';
import { userItems } from './actions.js';
import { Granted } from './granted.js';
import { Memberships } from './memberships.js';
import { person, personName, personText, State } from './person.js';
import { UserTokens } from './user-tokens.js';

const load = graphql(
  `
  query User($urn: String!) {
    corpUser(urn: $urn) {
      exists
      ...Person
    }
  }
`,
  [person],
);

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
        name={personName}
        heading={(user) => (
          <span class="row one">
            <Avatar urn={urn} name={personName(user)} isLarge />
            <bdi>{personName(user)}</bdi>
          </span>
        )}
        about={(user) => personText(user, 'title')}
        actions={(user) => <Menu label="Actions" items={userItems(user, dialog, () => route(all))} />}
      >
        {(user) => (
          <div class="entity">
            {notice && <div class="about">{notice}</div>}
            <aside class="side-panel" aria-label={`About ${personName(user)}`}>
              <section>
                <h2>Details</h2>
                <dl class="facts">
                  <Fact name="State">
                    <State status={user.status} />
                  </Fact>
                  <Fact name="Full name">{user.properties?.fullName}</Fact>
                  <Fact name="Email">{personText(user, 'email')}</Fact>
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
