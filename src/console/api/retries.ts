/** How often a request is sent that a busy service refuses. */
const maxTries = 4;

/** Sends a request again while a busy service, which has done nothing for it, says when to. */
export async function fetchWithRetries(
  path: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(path, init);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 503 || Number.isNaN(seconds) || tries === maxTries) return response;
    await pause(seconds * 1_000, init.signal);
  }
}

/** @throws the reason of the signal when it is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    if (signal.aborted) reject(signal.reason);
  });
}
