import { useLocation } from 'preact-iso';
import { caller, may } from '../../api/caller.js';
import { Notice } from '../../kit/notice.js';
import { privilegeText } from '../../model/privileges.js';
import { UserList } from './user-list.js';
import { UserPage } from './user-page.js';

/** The list of people; with a URN, one of them. Callers who may not see the list see their own page. */
export default function Users() {
  const { urn } = useLocation().query;
  if (urn) return <UserPage key={urn} urn={urn} />;
  if (may('MANAGE_USERS_AND_GROUPS')) return <UserList />;
  return (
    <UserPage
      urn={caller.value!.urn}
      notice={
        <Notice>This is you. The list of all users needs {privilegeText('MANAGE_USERS_AND_GROUPS')}.</Notice>
      }
    />
  );
}
