const page = (path: string, query: Record<string, string> = {}): string => {
  const text = new URLSearchParams(query).toString();
  return `/console/${path}${text && `?${text}`}`;
};

/** The addresses of the pages. */
export const links = {
  find: (query = '') => page('', query === '' ? {} : { query }),
  entity: (urn: string) => page('entity', { urn }),
  tags: page('tags'),
  tag: (urn: string) => page('tag', { urn }),
  tokens: page('tokens'),
  timeSeries: page('time-series'),
  users: page('users'),
  groups: page('groups'),
  serviceAccounts: page('service-accounts'),
  policies: page('policies'),
  audit: page('audit'),
  health: page('health'),
};
