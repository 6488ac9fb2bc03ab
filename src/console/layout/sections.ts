import { may } from '../api/caller.js';
import { consolePath } from '../base.js';
import { links } from '../model/links.js';

interface Section {
  readonly name: string;
  readonly href: string;
  /** Other paths of the section. */
  readonly paths?: readonly string[];
  /** The key after `g` that leads there. */
  readonly key: string;
  /** Absent: everyone sees it. */
  isShown?(): boolean;
}

const sections: readonly Section[] = [
  { name: 'Find', href: links.find(), paths: [consolePath, `${consolePath}/entity`], key: 'f' },
  { name: 'Tags', href: links.tags, paths: [`${consolePath}/tag`], key: 't' },
  {
    name: 'Tokens',
    href: links.tokens,
    key: 'k',
    isShown: () => may('GENERATE_PERSONAL_ACCESS_TOKENS'),
  },
  {
    name: 'Time series',
    href: links.timeSeries,
    key: 's',
    isShown: () => may('GET_TIMESERIES_INDEX_SIZES_PRIVILEGE') || may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE'),
  },
  { name: 'Users', href: links.users, key: 'u' },
  { name: 'Groups', href: links.groups, key: 'g' },
  {
    name: 'Service accounts',
    href: links.serviceAccounts,
    key: 'a',
    isShown: () => may('MANAGE_SERVICE_ACCOUNTS'),
  },
  { name: 'Policies', href: links.policies, key: 'p', isShown: () => may('MANAGE_POLICIES') },
  { name: 'Audit', href: links.audit, key: 'l', isShown: () => may('GET_AUDIT_EVENTS') },
  { name: 'Health', href: links.health, key: 'h' },
];

/** The sections that the caller may see. */
export const shownSections = (): readonly Section[] => sections.filter(({ isShown }) => isShown?.() ?? true);
