import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { reloadAll } from '../api/reload.js';
import { IconButton } from '../kit/button.js';
import { useKeepFocus } from '../kit/keep-focus.js';
import { Logo } from '../kit/logo.js';
import { clearMessages } from '../kit/messages.js';
import { Notice } from '../kit/notice.js';
import { useDialog } from '../kit/use-dialog.js';
import { links } from '../model/links.js';
import { Account } from './account.js';
import { Keys, paletteKeys } from './key-names.js';
import { openKeys, openPalette, useKeys } from './keys.js';
import { AllSections, Navigation, TabBar } from './navigation.js';
import { SearchBox } from './search-box.js';
import { isHome, isSearch } from './sections.js';

/** The parts that all pages have: the sections, the search, the account, and the keys. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { path, url, query } = useLocation();
  const dialog = useDialog();
  const main = useRef<HTMLElement>(null);
  const isAtSearch = isSearch(path, url);
  // The filters of a list are in the address too, and are not another page.
  const page = [path, query.urn, isAtSearch].join(' ');
  const last = useRef(page);
  // A screen reader begins a new page at its beginning.
  useEffect(() => {
    if (last.current !== page) main.current?.focus();
    last.current = page;
  }, [page]);
  useKeys(dialog);
  useKeepFocus();
  // The next person who signs in neither reads nor undoes what this one did.
  useEffect(() => clearMessages, []);
  const showKeys = () => openKeys(dialog);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <Navigation onHelp={showKeys} />
      <header class="top">
        <a class="brand" href={links.find()} aria-label="Home">
          <Logo />
        </a>
        {isHome(path, url) ? (
          <button type="button" class="btn plain wide-only" onClick={() => openPalette(dialog)}>
            Go to … <Keys keys={paletteKeys} />
          </button>
        ) : (
          <SearchBox hint={paletteKeys.join(' ')} />
        )}
        <span class="row one push">
          <IconButton icon="question" label="Help and keys" onClick={showKeys} />
          <Account onKeys={showKeys} />
        </span>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Offline />
        {children}
      </main>
      <TabBar onMore={() => dialog.open((close) => <AllSections onClose={close} />)} />
      {dialog.shown}
    </div>
  );
}

/** Says that the browser has no network. The page loads again when it is back. */
function Offline() {
  const isOffline = useSignal(!navigator.onLine);
  useEffect(() => {
    const changed = () => {
      isOffline.value = !navigator.onLine;
      if (navigator.onLine) reloadAll();
    };
    addEventListener('online', changed);
    addEventListener('offline', changed);
    return () => {
      removeEventListener('online', changed);
      removeEventListener('offline', changed);
    };
  }, []);
  return (
    <div role="status" class="offline">
      {isOffline.value && (
        <Notice kind="warn">
          <p>
            <strong>You are offline.</strong> The page shows what was loaded before. It loads again when the
            network is back.
          </p>
        </Notice>
      )}
    </div>
  );
}
