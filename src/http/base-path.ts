import { readPath } from './path-family.js';

/** Returns the path below which browsers see the service, without a slash at its end; empty without PUBLIC_URL. */
export const basePath = (publicUrl: string | undefined): string =>
  publicUrl ? new URL(publicUrl).pathname.replace(/\/+$/, '') : '';

/**
 * Returns the address of a request within the service. Some proxies remove the base path, others forward it; a path of the
 * service itself never begins with it (config/public-url.ts).
 */
export function withoutBase(base: string, url: string): string {
  const path = readPath({ url });
  if (base === '' || !`${path}/`.startsWith(`${base}/`)) return url;
  const rest = url.slice(base.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
