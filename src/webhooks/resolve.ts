import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Returns the addresses of a host. @throws Error when it has none, or the signal is aborted */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers first: such a question can be cancelled, and takes none of the threads of the process. Names that
 * they do not know, and names without a dot, can be in the system's file of hosts.
 */
export const resolveHost: ResolveHost = async (host, signal) => {
  signal.throwIfAborted();
  if (isIP(host) !== 0) return [host];
  const found = host.includes('.') ? await askNameServers(host, signal) : [];
  return found.length > 0 ? found : askSystem(host, signal);
};

async function askNameServers(host: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failure = answers
      .flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      .find(({ code }) => code !== 'ENOTFOUND' && code !== 'ENODATA');
    if (found.length === 0 && failure) throw failure;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function askSystem(host: string, signal: AbortSignal): Promise<string[]> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  const found = await Promise.race([lookup(host, { all: true }), aborted]);
  return found.map(({ address }) => address);
}
