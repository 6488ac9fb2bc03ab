import { Page } from '../../kit/page.js';
import { History } from './history.js';

/** What has changed in the whole catalog. */
export default function Changes() {
  return (
    <Page title="Recently changed" about="Changes of metadata, with deleted tags under Other.">
      <History />
    </Page>
  );
}
