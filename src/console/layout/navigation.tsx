import { useLocation } from 'preact-iso';
import { graphql } from '../../client/documents.js';
import { caller, may } from '../api/caller.js';
import { useQuery } from '../api/use-query.js';
import { basePath, version } from '../base.js';
import { TextButton } from '../kit/button.js';
import { Dialog } from '../kit/dialog.js';
import { Icon } from '../kit/icon.js';
import { Logo } from '../kit/logo.js';
import { links } from '../model/links.js';
import { isCurrent, type Section, shownGroups, shownSections } from './sections.js';

interface SectionLinkProps {
  section: Section;
  /** What it warns of, as a number and in words. */
  warning?: { readonly count: number; readonly text: string } | undefined;
  onClick?(): void;
}

function SectionLink({ section, warning, onClick }: SectionLinkProps) {
  const { path, url } = useLocation();
  const { name, icon, href } = section;
  return (
    <a
      href={href}
      // Beside the name, it is the description for screen readers.
      title={warning ? `${name}: ${warning.text}` : name}
      aria-current={isCurrent(section, path, url) ? 'page' : undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{name}</span>
      {warning && (
        <span class="count warn" aria-hidden="true">
          {warning.count}
        </span>
      )}
    </a>
  );
}

/** The sections at the left; between a desk and a phone as icons only. */
export function Navigation({ onHelp }: { onHelp(): void }) {
  const ending = useEndingTokens();
  return (
    <nav class="side" aria-label="Sections">
      <a class="brand" href={links.find()}>
        <Logo />
        <span class="cut">
          <b>Catalog</b>
          <small title={location.host}>{location.host}</small>
        </span>
      </a>
      {shownGroups().map(({ title, sections }) => (
        <div key={title} class="nav">
          {title && <h2>{title}</h2>}
          {sections.map((section) => (
            <SectionLink
              key={section.href}
              section={section}
              warning={section.href === links.tokens ? ending : undefined}
            />
          ))}
        </div>
      ))}
      <footer>
        <a href={`${basePath}/about`} target="_self" title="About this service">
          {version || 'About'}
        </a>
        <a class="push" href={`${basePath}/docs`} target="_self">
          API
        </a>
        <TextButton onClick={onHelp}>Help</TextButton>
      </footer>
    </nav>
  );
}

/** What a phone has room for. */
const tabNames: readonly string[] = ['Home', 'Search', 'Tags', 'Tokens'];

/** The sections at the bottom of a phone. */
export const TabBar = ({ onMore }: { onMore(): void }) => (
  <nav class="tabbar" aria-label="Sections">
    {shownSections()
      .filter(({ name }) => tabNames.includes(name))
      .map((section) => (
        <SectionLink key={section.href} section={section} />
      ))}
    <button type="button" onClick={onMore}>
      <Icon name="menu" />
      More
    </button>
  </nav>
);

/** All sections, for phones. */
export const AllSections = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Sections" onClose={onClose}>
    {shownGroups().map(({ title, sections }) => (
      <div key={title} class="nav">
        {title && <h3>{title}</h3>}
        {sections.map((section) => (
          <SectionLink key={section.href} section={section} onClick={onClose} />
        ))}
      </div>
    ))}
  </Dialog>
);

const ending = graphql(`
  query EndingTokens($filters: [FacetFilterInput!]) {
    listAccessTokens(input: { count: 0, filters: $filters }) {
      total
    }
  }
`);

const hourMs = 3_600_000;
const days = 7;

/** Returns how many tokens that act as the caller expire soon; undefined: none, or the caller may not see tokens. */
function useEndingTokens() {
  // The same for an hour, so that a page that is drawn again asks nothing anew.
  const now = Math.floor(Date.now() / hourMs) * hourMs;
  const filter = (field: string, condition: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN', value: string | number) =>
    ({ field, condition, value: `${value}` }) as const;
  const isAllowed = may('GENERATE_PERSONAL_ACCESS_TOKENS');
  const filters = [
    filter('actorUrn', 'EQUAL', caller.value!.urn),
    filter('expiresAt', 'GREATER_THAN', now),
    filter('expiresAt', 'LESS_THAN', now + days * 24 * hourMs),
  ];
  const { data } = useQuery(ending, isAllowed ? { filters } : null);
  const count = data?.listAccessTokens.total ?? 0;
  if (count === 0) return undefined;
  return {
    count,
    text: count === 1 ? `1 token expires within ${days} days` : `${count} tokens expire within ${days} days`,
  };
}
