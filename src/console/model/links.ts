import { consolePath } from '../base.js';
import { isServiceAccount } from './urn.js';

const page = (path: string, query: readonly (readonly [name: string, value: string])[] = []): string => {
  const given = query
    .filter(([, value]) => value !== '')
    .map(([name, value]): [string, string] => [name, value]);
  const text = new URLSearchParams(given).toString();
  return `${consolePath}/${path}${text && `?${text}`}`;
};

/** The filters, order and page of a search. */
export interface Narrowed {
  /** Of several values of one field, one has to match. */
  readonly filters?: readonly { readonly field: string; readonly value: string }[];
  /** As in `DATASET`. */
  readonly types?: readonly string[];
  readonly sort?: string;
  /** The first page is 1. */
  readonly page?: number;
}

/** The addresses of the pages. */
export const links = {
  find: (query = '', { filters = [], types = [], sort = '', page: number = 1 }: Narrowed = {}) =>
    page('', [
      ['query', query],
      ...filters.map(({ field, value }) => ['filters', `${field}:${value}`] as const),
      ...types.map((type) => ['types', type] as const),
      ['sort', sort],
      ['page', number === 1 ? '' : `${number}`],
    ]),
  /** @param part of the entity's page, and the text that its columns are filtered by */
  entity: (urn: string, { part = '', column = '' } = {}) =>
    page('entity', [
      ['urn', urn],
      ['part', part],
      ['column', column],
    ]),
  tags: page('tags'),
  tag: (urn: string) => page('tag', [['urn', urn]]),
  tokens: page('tokens'),
  timeSeries: page('time-series'),
  users: page('users'),
  /** Of a person or a service account. */
  user: (urn: string) => page(isServiceAccount(urn) ? 'service-accounts' : 'users', [['urn', urn]]),
  /** The page of what a URN names, whatever its type. */
  named: (urn: string): string => {
    const type = /^urn:li:(\w+):/.exec(urn)?.[1];
    if (type === 'tag') return links.tag(urn);
    if (type === 'corpuser') return links.user(urn);
    if (type === 'corpGroup') return links.group(urn);
    return links.entity(urn);
  },
  groups: page('groups'),
  group: (urn: string) => page('groups', [['urn', urn]]),
  serviceAccounts: page('service-accounts'),
  policies: page('policies'),
  audit: page('audit'),
  health: page('health'),
};
