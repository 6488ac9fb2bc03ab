import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';
import { RequestError } from '../api/request.js';
import { Failure } from './notice.js';
import { Page } from './page.js';

/** Returns a page whose script is loaded when the page is shown. A script that does not load makes a page that says so. */
export const lazyPage = (load: () => Promise<{ default: ComponentType }>) =>
  lazy(() => load().catch(() => ({ default: NotLoaded })));

const error = new RequestError(
  'The service cannot be reached, or it was upgraded since the console was opened.',
  'UNREACHABLE',
);

// An upgrade replaces the scripts, and only a new document has the names of the new ones.
const NotLoaded = () => (
  <Page title="The page did not load">
    <Failure error={error} retry={() => location.reload()} />
  </Page>
);
