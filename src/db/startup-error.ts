/** The reason why the service cannot start, in one line with the action to take. Shown without a stack trace. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
