import { useLocation } from 'preact-iso';
import { may } from '../../api/caller.js';
import { AllowedPage } from '../../ui/allowed.js';
import { Page } from '../../ui/page.js';
import { GroupList } from './group-list.js';
import { GroupPage } from './group-page.js';

const needs = ['MANAGE_USERS_AND_GROUPS'];

/** The list of groups; with a URN, one of them, which everyone may see. */
export default function Groups() {
  const { urn } = useLocation().query;
  if (urn) return <GroupPage key={urn} urn={urn} />;
  if (may(...needs)) return <GroupList />;
  return (
    <Page title="Groups">
      <AllowedPage needs={needs}>{null}</AllowedPage>
    </Page>
  );
}
