import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { caller, sessionEnded } from './api/caller.js';
import { loadCaller } from './api/session.js';
import { consolePath } from './base.js';
import { Sprite } from './kit/icon.js';
import { lazyPage } from './kit/lazy.js';
import { Messages } from './kit/messages.js';
import { Failure } from './kit/notice.js';
import { Page } from './kit/page.js';
import { isUnreachable, Unreachable } from './kit/unreachable.js';
import { Layout } from './layout/layout.js';
import { NotFound } from './layout/not-found.js';
import { SignIn, SignInAgain } from './layout/sign-in.js';
import { SignInLink, signInLinkPath } from './layout/sign-in-link.js';
import { asRequestError, type RequestError } from './model/request-error.js';
import './layout/gate.css';

// Each page is a file of its own, loaded when it is shown.
const pages = [
  [`${consolePath}/`, lazyPage(() => import('./pages/find/find.js'))],
  [`${consolePath}/entity`, lazyPage(() => import('./pages/entity/entity.js'))],
  [`${consolePath}/tags`, lazyPage(() => import('./pages/tags/tags.js'))],
  [`${consolePath}/tag`, lazyPage(() => import('./pages/tags/tag.js'))],
  [`${consolePath}/changes`, lazyPage(() => import('./pages/history/history.js'))],
  [`${consolePath}/tokens`, lazyPage(() => import('./pages/tokens/tokens.js'))],
  [`${consolePath}/time-series`, lazyPage(() => import('./pages/time-series/time-series.js'))],
  [`${consolePath}/users`, lazyPage(() => import('./pages/users/users.js'))],
  [`${consolePath}/groups`, lazyPage(() => import('./pages/groups/groups.js'))],
  [`${consolePath}/service-accounts`, lazyPage(() => import('./pages/users/service-accounts.js'))],
  [`${consolePath}/policies`, lazyPage(() => import('./pages/policies/policies.js'))],
  [`${consolePath}/webhooks`, lazyPage(() => import('./pages/webhooks/webhooks.js'))],
  [`${consolePath}/audit`, lazyPage(() => import('./pages/audit/audit.js'))],
  [`${consolePath}/health`, lazyPage(() => import('./pages/health/health.js'))],
] as const;

export const App = () => (location.pathname === signInLinkPath ? <LinkPage /> : <Console />);

/** The page has a frame until the program shows something. */
const useFrameUntil = (isShown: boolean) =>
  useLayoutEffect(() => {
    if (isShown) document.getElementById('frame')?.remove();
  }, [isShown]);

/** Regardless of who has signed in before. */
function LinkPage() {
  useFrameUntil(true);
  return (
    <>
      <Sprite />
      <SignInLink />
    </>
  );
}

/** Loads the script of the page that is opened first. */
const loadFirstPage = async () => pages.find(([path]) => path === location.pathname)?.[1].preload();

function Console() {
  /** Whether the first page has its script. Without it, the frame would be replaced by an empty page. */
  const hasPage = useSignal(false);
  const failure = useSignal<RequestError | undefined>(undefined);
  const load = () =>
    void loadCaller().then(
      () => {
        failure.value = undefined;
      },
      (error) => {
        failure.value = asRequestError(error);
      },
    );
  // Not after the frame is painted: everything else waits for the answer.
  useLayoutEffect(() => {
    load();
    loadFirstPage().finally(() => {
      hasPage.value = true;
    });
  }, []);
  const isShown = caller.value && hasPage.value;
  useFrameUntil(isShown || caller.value === null || failure.value !== undefined);
  return (
    <>
      <Sprite />
      {failure.value && !caller.value && <NotStarted error={failure.value} retry={load} />}
      {caller.value === null && <SignIn />}
      {isShown && (
        <LocationProvider scope={`${consolePath}/`}>
          {/* What one person typed is not for another who signs in. */}
          <Layout key={caller.value!.urn}>
            <Pages />
          </Layout>
        </LocationProvider>
      )}
      {caller.value && sessionEnded.value && <SignInAgain />}
      <Messages />
    </>
  );
}

/** In place of the console while the service does not say who is signed in. */
const NotStarted = ({ error, retry }: { error: RequestError; retry(): void }) => (
  <main class="gate">
    <div class="card">
      <h1 class="hidden">Catalog</h1>
      {isUnreachable(error) ? <Unreachable retry={retry} /> : <Failure error={error} retry={retry} />}
    </div>
  </main>
);

/** The page of the address. One that fails says so, and the others go on. */
function Pages() {
  const { url } = useLocation();
  const broken = useSignal<{ error: RequestError; url: string } | null>(null);
  if (broken.value?.url === url)
    return (
      <Page title="The page failed">
        <Failure error={broken.value.error} retry={() => location.reload()} />
      </Page>
    );
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
        <Route default component={Nowhere} />
      </Router>
    </ErrorBoundary>
  );
}

const names = pages.map(([path]) => path.slice(consolePath.length + 1)).filter(Boolean);
const Nowhere = () => <NotFound pages={names} />;
