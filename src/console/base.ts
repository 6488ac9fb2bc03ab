interface Page {
  readonly document?: { querySelector(selector: string): { readonly content?: string } | null };
}

const meta = (name: string): string =>
  (globalThis as Page).document?.querySelector(`meta[name="${name}"]`)?.content ?? '';

/**
 * The path before `/console`: that of PUBLIC_URL, which the service writes into the page. Empty without such a path, and
 * outside of a browser.
 */
export const basePath = meta('base-path');

/** The version of the service, which writes it into the page. */
export const version = meta('version');

/** The address of the console, without a slash at its end. */
export const consolePath = `${basePath}/console`;
