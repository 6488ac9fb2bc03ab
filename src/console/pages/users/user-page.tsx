import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { caller, may } from '../../api/caller.js';
import { DetailPage } from '../../kit/detail-page.js';
import { Fact, UrnFact } from '../../kit/facts.js';
import { type DialogState, useDialog } from '../../kit/use-dialog.js';
import { links } from '../../model/links.js';
import { isServiceAccount } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { DeleteUser } from './delete-user.js';
import { Granted } from './granted.js';
import { Memberships } from './memberships.js';
import { managePrivilege, type Person, person, personName, personText, State } from './person.js';
import { ChangeStatus } from './status.js';
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
  return (
    <>
      <DetailPage
        noun="user"
        type="corpuser"
        urn={urn}
        all={[links.users, 'All users']}
        document={load}
        variables={{ urn }}
        read={({ corpUser }) => (corpUser?.exists ? corpUser : null)}
        name={personName}
        actions={(user) => <Actions user={user} dialog={dialog} />}
      >
        {(user) => (
          <>
            {notice}
            <dl class="facts">
              <Fact name="State">
                <State status={user.status} />
              </Fact>
              <Fact name="Full name">{user.properties?.fullName}</Fact>
              <Fact name={isServiceAccount(urn) ? 'Purpose' : 'Title'}>{personText(user, 'title')}</Fact>
              <Fact name="Email">{personText(user, 'email')}</Fact>
              <UrnFact urn={urn} />
            </dl>
            <Memberships urn={urn} mayChange={may('MANAGE_USERS_AND_GROUPS') && user.status !== null} />
            {(urn === caller.value?.urn || may('MANAGE_POLICIES')) && user.status !== null && (
              <Granted urn={urn} status={user.status} />
            )}
            {may('MANAGE_ACCESS_TOKENS') && <UserTokens urn={urn} />}
          </>
        )}
      </DetailPage>
      {dialog.shown}
    </>
  );
}

function Actions({ user, dialog }: { user: Person; dialog: DialogState }) {
  const { urn, status } = user;
  const { route } = useLocation();
  const name = personName(user);
  const isOwn = urn === caller.value?.urn;
  const mayMakeTokens = may(isOwn ? 'GENERATE_PERSONAL_ACCESS_TOKENS' : 'MANAGE_ACCESS_TOKENS');
  const leave = () => route(isServiceAccount(urn) ? links.serviceAccounts : links.users);
  return (
    <>
      {mayMakeTokens && status === 'ACTIVE' && (
        <button
          type="button"
          onClick={() => dialog.open((close) => <CreateToken actor={urn} onClose={close} />)}
        >
          Create a token for {isOwn ? 'yourself' : isServiceAccount(urn) ? 'it' : 'them'}
        </button>
      )}
      {may(managePrivilege(urn)) && status && !isOwn && (
        <>
          <button
            type="button"
            onClick={() =>
              dialog.open((close) => <ChangeStatus urn={urn} name={name} status={status} onClose={close} />)
            }
          >
            {status === 'ACTIVE' ? 'Suspend …' : 'Activate …'}
          </button>
          <button
            type="button"
            class="danger"
            onClick={() =>
              dialog.open((close) => <DeleteUser urn={urn} name={name} onClose={close} onDeleted={leave} />)
            }
          >
            Delete …
          </button>
        </>
      )}
    </>
  );
}
