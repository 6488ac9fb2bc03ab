import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { graphql } from '../../../client/documents.js';
import { caller, may } from '../../api/caller.js';
import { useQuery } from '../../api/use-query.js';
import { Loaded } from '../../kit/loaded.js';
import { NoUrn } from '../../kit/no-urn.js';
import { Page } from '../../kit/page.js';
import { links } from '../../model/links.js';
import { nameOf, typeOf } from '../../model/urn.js';
import { CreateToken } from '../tokens/create.js';
import { DeleteUser } from './delete-user.js';
import { Granted } from './granted.js';
import { Memberships } from './memberships.js';
import { isServiceAccount, needsOf, person, personName, State, textOf } from './person.js';
import { ChangeStatus } from './status.js';
import { TokensOf } from './tokens-of.js';

const load = graphql(
  `
  query User($urn: String!) {
    corpUser(urn: $urn) {
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
export function UserPage(props: UserPageProps) {
  return typeOf(props.urn) === 'corpuser' ? <UserOf {...props} /> : <NoUser value={props.urn} />;
}

const NoUser = ({ value }: { value: string }) => (
  <NoUrn what="user" value={value} back={[links.users, 'All users']} />
);

function UserOf({ urn, notice }: UserPageProps) {
  const query = useQuery(load, { urn });
  const open = useSignal<'token' | 'status' | 'delete' | null>(null);
  const round = useSignal(0);
  const { route } = useLocation();
  if (query.error?.code === 'BAD_REQUEST') return <NoUser value={urn} />;
  const user = query.data?.corpUser;
  const name = user ? personName(user) : nameOf(urn);
  const isOwn = urn === caller.value?.urn;
  const mayManage = may(...needsOf(urn)) && user?.status && !isOwn;
  const mayMakeTokens = isOwn
    ? may('GENERATE_PERSONAL_ACCESS_TOKENS', 'MANAGE_ACCESS_TOKENS')
    : may('MANAGE_ACCESS_TOKENS');
  const closeChanged = () => {
    open.value = null;
    round.value += 1;
    query.reload();
  };
  return (
    <Page
      title={name}
      actions={
        <>
          {mayMakeTokens && user?.status === 'ACTIVE' && (
            <button type="button" onClick={() => (open.value = 'token')}>
              Create a token for {isOwn ? 'yourself' : isServiceAccount(urn) ? 'it' : 'them'}
            </button>
          )}
          {mayManage && (
            <>
              <button type="button" onClick={() => (open.value = 'status')}>
                {user.status === 'ACTIVE' ? 'Suspend …' : 'Activate …'}
              </button>
              <button type="button" class="danger" onClick={() => (open.value = 'delete')}>
                Delete …
              </button>
            </>
          )}
        </>
      }
    >
      {notice}
      <Loaded
        query={query}
        label="The user"
        isEmpty={(data) => !data.corpUser}
        empty={
          <>
            There is no such user. <a href={links.users}>All users</a>
          </>
        }
      >
        {({ corpUser }) => (
          <>
            <dl class="facts">
              <dt>State</dt>
              <dd>
                <State status={corpUser!.status} />
              </dd>
              <Fact name="Full name" text={corpUser!.properties?.fullName} />
              <Fact name={isServiceAccount(urn) ? 'For' : 'Title'} text={textOf(corpUser!, 'title')} />
              <Fact name="Email" text={textOf(corpUser!, 'email')} />
              <dt>URN</dt>
              <dd>
                <code>{urn}</code>
              </dd>
            </dl>
            <Memberships urn={urn} mayChange={may('MANAGE_USERS_AND_GROUPS') && corpUser!.status !== null} />
            {(isOwn || may('MANAGE_POLICIES')) && corpUser!.status !== null && (
              <Granted key={`g${round.value}`} urn={urn} status={corpUser!.status} />
            )}
            {may('MANAGE_ACCESS_TOKENS') && <TokensOf key={`t${round.value}`} urn={urn} />}
          </>
        )}
      </Loaded>
      {open.value === 'token' && <CreateToken actor={urn} onClose={closeChanged} />}
      {open.value === 'status' && user?.status && (
        <ChangeStatus urn={urn} name={name} status={user.status} onClose={closeChanged} />
      )}
      {open.value === 'delete' && (
        <DeleteUser
          urn={urn}
          name={name}
          onClose={() => (open.value = null)}
          onDeleted={() => route(isServiceAccount(urn) ? links.serviceAccounts : links.users)}
        />
      )}
    </Page>
  );
}

const Fact = ({ name, text }: { name: string; text: string | null | undefined }) =>
  text ? (
    <>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </>
  ) : null;
