/** Why a command has failed. The message is for people, needs no stack, and holds no token. */
export class CommandFailed extends Error {
  override readonly name: string = 'CommandFailed';

  /**
   * @param exitCode 1: the command or the service failed or refused; 2: wrong usage; 3: no catalog responds at the
   * address
   */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(message);
  }
}
