/** Why a command has failed, in one line. Shown without a stack trace. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
