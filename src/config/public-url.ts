import { webUrl } from './values.js';

/** The first parts of the paths of the service. */
const ownPaths =
  'about aspects assets config console docs entities entitiesV2 gms graphiql health metrics openapi openapi.json operations usageStats';

/** A proxy may remove the path or forward it: requests must show which of them it does. */
const isOwnPath = (path: string): boolean =>
  ownPaths.split(' ').includes(path.split('/')[1]!) || /^\/api(\/(graphql|gms)(\/|$)|\/?$)/.test(path);

const readPathname = (text: string): string => (URL.canParse(text) ? new URL(text).pathname : '');

/** An address whose path is that of the service behind a proxy. */
export const publicUrl = webUrl
  .refine((text) => !isOwnPath(readPathname(text)), {
    error: 'must have another path: the service itself uses this one',
  })
  .refine((text) => /^(\/[A-Za-z0-9._~-]+)*\/?$/.test(readPathname(text)), {
    error: 'must have a path of letters, digits and "-._~" between single slashes',
  })
  .refine((text) => !/[?#]/.test(text), { error: 'must have no query and no fragment' });
