import { consolePage } from '../../client/console-page.js';
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
  /** The search for the entities that have a value of a field, such as all of an owner. */
  having: (field: string, value: string) => links.find('', { filters: [{ field, value }] }),
  /** @param part of the entity's page, and the text that its columns are filtered by */
  entity: (urn: string, { part = '', column = '' } = {}) =>
    page('entity', [
      ['urn', urn],
      ['part', part],
      ['column', column],
    ]),
  tags: page('tags'),
  /** @param kind of the entities that have it, as in `CHART` */
  tag: (urn: string, kind = '') =>
    page('tag', [
      ['urn', urn],
      ['kind', kind],
    ]),
  /** What has changed in the whole catalog. */
  changes: page('changes'),
  tokens: page('tokens'),
  timeSeries: page('time-series'),
  users: page('users'),
  /** Of a person or a service account. */
  user: (urn: string) => page(isServiceAccount(urn) ? 'service-accounts' : 'users', [['urn', urn]]),
  /** The page of what a URN names, whatever its type. */
  named: (urn: string): string => page(consolePage(urn), [['urn', urn]]),
  groups: page('groups'),
  group: (urn: string) => page('groups', [['urn', urn]]),
  serviceAccounts: page('service-accounts'),
  policies: page('policies'),
  webhooks: page('webhooks'),
  webhook: (id: string) => page('webhooks', [['id', id]]),
  audit: page('audit'),
  /** The events of one subject, such as a token. */
  auditOf: (subject: string) => page('audit', [['subject', subject]]),
  health: page('health'),
};
