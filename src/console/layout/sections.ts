import { may } from '../api/caller.js';
import { consolePath } from '../base.js';
import type { IconName } from '../kit/icon.js';
import { links } from '../model/links.js';

export interface Section {
  readonly name: string;
  readonly icon: IconName;
  readonly href: string;
  /** Whether an address belongs to it. Absent: the path of its own. */
  isAt?(path: string, url: string): boolean;
  /** The key after `g` that leads there. */
  readonly key: string;
  /** Absent: everyone sees it. */
  isShown?(): boolean;
}

interface SectionGroup {
  /** Empty: the group has no heading. */
  readonly title: string;
  readonly sections: readonly Section[];
}

const isFirst = (path: string) => path === consolePath || path === `${consolePath}/`;
const hasSearch = (url: string) => /[?&](query|filters|types)=/.test(url);

/** Whether an address is that of the first page. @param url with the query */
export const isHome = (path: string, url: string): boolean => isFirst(path) && !hasSearch(url);
/** Whether an address is that of a search. */
export const isSearch = (path: string, url: string): boolean => isFirst(path) && hasSearch(url);

const groups: readonly SectionGroup[] = [
  {
    title: '',
    sections: [
      {
        name: 'Home',
        icon: 'home',
        href: links.find(),
        isAt: isHome,
        key: 'o',
      },
      {
        name: 'Search',
        icon: 'search',
        href: links.find('*'),
        isAt: (path, url) => isSearch(path, url) || path === `${consolePath}/entity`,
        key: 'f',
      },
      {
        name: 'Tags',
        icon: 'tag',
        href: links.tags,
        isAt: (path) => path === links.tags || path === `${consolePath}/tag`,
        key: 't',
      },
    ],
  },
  {
    title: 'Access',
    sections: [
      {
        name: 'Tokens',
        icon: 'key',
        href: links.tokens,
        key: 'k',
        isShown: () => may('GENERATE_PERSONAL_ACCESS_TOKENS'),
      },
      { name: 'Users', icon: 'user', href: links.users, key: 'u' },
      { name: 'Groups', icon: 'users', href: links.groups, key: 'g' },
      {
        name: 'Service accounts',
        icon: 'robot',
        href: links.serviceAccounts,
        key: 'a',
        isShown: () => may('MANAGE_SERVICE_ACCOUNTS'),
      },
      {
        name: 'Policies',
        icon: 'shield',
        href: links.policies,
        key: 'p',
        isShown: () => may('MANAGE_POLICIES'),
      },
    ],
  },
  {
    title: 'Operate',
    sections: [
      {
        name: 'Time series',
        icon: 'series',
        href: links.timeSeries,
        key: 's',
        isShown: () =>
          may('GET_TIMESERIES_INDEX_SIZES_PRIVILEGE') || may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'),
      },
      {
        name: 'Webhooks',
        icon: 'link',
        href: links.webhooks,
        key: 'w',
        isShown: () => may('MANAGE_WEBHOOKS'),
      },
      { name: 'Audit', icon: 'audit', href: links.audit, key: 'l', isShown: () => may('GET_AUDIT_EVENTS') },
      { name: 'Health', icon: 'health', href: links.health, key: 'h' },
    ],
  },
];

/** The groups and sections that the caller may see. */
export const shownGroups = (): readonly SectionGroup[] =>
  groups
    .map(({ title, sections }) => ({
      title,
      sections: sections.filter(({ isShown }) => isShown?.() ?? true),
    }))
    .filter(({ sections }) => sections.length > 0);

/** The sections that the caller may see, in the order of the navigation. */
export const shownSections = (): readonly Section[] => shownGroups().flatMap(({ sections }) => sections);

/** The section that an address belongs to. @param url with the query */
export const isCurrent = ({ href, isAt }: Section, path: string, url: string): boolean =>
  isAt ? isAt(path, url) : path === href;
