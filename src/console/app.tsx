import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { caller, sessionEnded } from './api/caller.js';
import type { RequestError } from './api/request.js';
import { loadCaller } from './api/session.js';
import { asRequestError } from './api/use-query.js';
import { consolePath } from './base.js';
import { lazyPage } from './kit/lazy-page.js';
import { Messages } from './kit/messages.js';
import { Failure } from './kit/notice.js';
import { Page } from './kit/page.js';
import { Layout } from './layout/layout.js';
import { SignIn, SignInAgain } from './layout/sign-in.js';
import { links } from './model/links.js';

// Each page is a file of its own, loaded when it is shown.
const pages = [
  [`${consolePath}/`, lazyPage(() => import('./pages/find/find.js'))],
  [`${consolePath}/entity`, lazyPage(() => import('./pages/entity/entity.js'))],
  [`${consolePath}/tags`, lazyPage(() => import('./pages/tags/tags.js'))],
  [`${consolePath}/tag`, lazyPage(() => import('./pages/tags/tag.js'))],
  [`${consolePath}/tokens`, lazyPage(() => import('./pages/tokens/tokens.js'))],
  [`${consolePath}/time-series`, lazyPage(() => import('./pages/time-series/time-series.js'))],
  [`${consolePath}/users`, lazyPage(() => import('./pages/users/users.js'))],
  [`${consolePath}/groups`, lazyPage(() => import('./pages/groups/groups.js'))],
  [`${consolePath}/service-accounts`, lazyPage(() => import('./pages/users/service-accounts.js'))],
  [`${consolePath}/policies`, lazyPage(() => import('./pages/policies/policies.js'))],
  [`${consolePath}/audit`, lazyPage(() => import('./pages/audit/audit.js'))],
  [`${consolePath}/health`, lazyPage(() => import('./pages/health/health.js'))],
] as const;

export function App() {
  const failure = useSignal<RequestError | undefined>(undefined);
  const load = () => {
    failure.value = undefined;
    loadCaller().catch((error) => {
      failure.value = asRequestError(error);
    });
  };
  useEffect(load, []);
  return (
    <>
      {failure.value && <Failure error={failure.value} retry={load} />}
      {caller.value === undefined && (
        <header class="top">
          <a class="brand" href={`${consolePath}/`}>
            Metadata catalog
          </a>
        </header>
      )}
      {caller.value === null && <SignIn />}
      {caller.value && (
        <LocationProvider scope={`${consolePath}/`}>
          {/* What one person typed is not for another who signs in. */}
          <Layout key={caller.value.urn}>
            <Pages />
          </Layout>
        </LocationProvider>
      )}
      {caller.value && sessionEnded.value && <SignInAgain />}
      <Messages />
    </>
  );
}

/** The page of the address. One that fails says so, and the others go on. */
function Pages() {
  const { url } = useLocation();
  const broken = useSignal<{ error: RequestError; url: string } | null>(null);
  if (broken.value?.url === url)
    return <Failure error={broken.value.error} retry={() => location.reload()} />;
  return (
    <ErrorBoundary
      onError={(error) => {
        broken.value = { error: asRequestError(error), url };
      }}
    >
      <Router>
        {pages.map(([path, component]) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  );
}

function NotFound() {
  const { path } = useLocation();
  const below = path.slice(`${consolePath}/`.length);
  const [section, value] = [below.replace(/\/.*/, ''), below.replace(/^[^/]*\/?/, '')];
  const isPage = pages.some(([known]) => known === `${consolePath}/${section}`);
  return (
    <Page title="Page not found">
      <p>
        There is no page at <code>{path}</code>.
      </p>
      <p class="row">
        {isPage && <a href={`${consolePath}/${section}`}>Go to the parent page</a>}
        {value !== '' && <a href={links.find(readable(value))}>Search for {readable(value)}</a>}
        <a href={links.find()}>Home</a>
      </p>
    </Page>
  );
}

function readable(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
