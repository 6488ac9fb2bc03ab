interface Page {
  readonly document?: { querySelector(selector: string): { readonly content?: string } | null };
}

/**
 * The path before `/console`: that of PUBLIC_URL, which the service writes into the page. Empty without such a path, and
 * outside of a browser.
 */
const meta = (globalThis as Page).document?.querySelector('meta[name="base-path"]');
export const basePath = meta?.content ?? '';

/** The address of the console, without a slash at its end. */
export const consolePath = `${basePath}/console`;
