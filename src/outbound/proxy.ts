/** Sends requests through a proxy. */
export interface Proxied {
  readonly fetch: typeof fetch;
  /** Closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens a way through a proxy. The proxy resolves the names of hosts, and forwards connections: it sees neither requests nor
 * responses of https.
 *
 * @param address that `isProxyAddress` accepts
 */
export async function openProxy(address: string): Promise<Proxied> {
  // Loaded here only: few processes have a proxy.
  const { fetch, ProxyAgent } = await import('undici');
  const { origin, username, password } = new URL(address);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const token = `Basic ${Buffer.from(credentials).toString('base64')}`;
  // An address without them: errors can show it.
  const dispatcher = new ProxyAgent({ uri: origin, ...(credentials !== ':' && { token }) });
  const send = (url: string | URL, init: object) => fetch(url, { ...init, dispatcher });
  return {
    fetch: send as unknown as Proxied['fetch'],
    close: () => dispatcher.destroy(),
  };
}

/** Returns the error of the connection when a request has no response. `fetch` has it as the cause of others. */
export const findCause = (error: unknown): NodeJS.ErrnoException =>
  error instanceof Error && error.cause instanceof Error ? findCause(error.cause) : (error as Error);

/** Returns how a proxy has refused to connect; null: it has not. */
export function readProxyRefusal(error: unknown): string | null {
  const [, status] = /^Proxy response \((\d+)\)/.exec(findCause(error).message) ?? [];
  return status === undefined ? null : `the proxy answered with status ${status}`;
}
