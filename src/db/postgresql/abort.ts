/**
 * Waits for work, but no longer than until the signal is aborted: the work may take long to notice.
 *
 * @param cancel called on abort, and awaited before the returned promise rejects; its failure is ignored
 * @throws the work's error, or the signal's reason once it is aborted
 */
export async function unlessAborted<T>(
  signal: AbortSignal,
  work: Promise<T>,
  cancel: () => Promise<void> = async () => {},
): Promise<T> {
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = () =>
      void cancel()
        .catch(() => {})
        .finally(() => reject(signal.reason));
    signal.addEventListener('abort', abort, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    // The cancelled work may fail first.
    throw signal.aborted ? signal.reason : error;
  } finally {
    done.abort();
  }
}
