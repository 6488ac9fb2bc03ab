import { useLocation } from 'preact-iso';
import { caller, may } from '../../api/caller.js';
import { Notice } from '../../kit/notice.js';
import { Page } from '../../kit/page.js';
import { privilegeText } from '../../model/privileges.js';
import { Memberships } from '../users/memberships.js';
import { GroupList } from './group-list.js';
import { GroupPage } from './group-page.js';

/** The list of groups; with a URN, one of them. Callers who may not see the list see their own groups. */
export default function Groups() {
  const { urn } = useLocation().query;
  if (urn) return <GroupPage key={urn} urn={urn} />;
  if (may('MANAGE_USERS_AND_GROUPS')) return <GroupList />;
  return (
    <Page title="Groups">
      <Notice>
        These are your groups. The list of all groups needs {privilegeText('MANAGE_USERS_AND_GROUPS')}.
      </Notice>
      <Memberships urn={caller.value!.urn} mayChange={false} />
    </Page>
  );
}
