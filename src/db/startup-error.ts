/** Why the service can't start, in one line that says what to do. Shown without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
