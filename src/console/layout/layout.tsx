import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { consolePath } from '../base.js';
import { Account } from './account.js';
import { Keys } from './keys.js';
import { SearchBox } from './search-box.js';
import { shownSections } from './sections.js';

/** The parts that all pages have: the search, the sections, and the keys. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const main = useRef<HTMLElement>(null);
  const last = useRef(path);
  useEffect(() => {
    document
      .querySelector('.sections [aria-current]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, [path]);
  // A screen reader begins a new page at its beginning.
  useEffect(() => {
    if (last.current !== path) main.current?.focus();
    last.current = path;
  }, [path]);
  return (
    <div class="layout">
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <header class="top">
        <a class="brand" href={`${consolePath}/`}>
          Metadata catalog
        </a>
        <SearchBox />
        <Account />
      </header>
      <nav class="sections" aria-label="Sections">
        <ul>
          {shownSections().map(({ name, href, paths }) => (
            <li key={href}>
              <a href={href} aria-current={[href, ...(paths ?? [])].includes(path) ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Keys />
    </div>
  );
}
