/** What ends a command that calls a running catalog. The message is for people and holds no token. */
export class RemoteFailed extends Error {
  override readonly name: string = 'RemoteFailed';

  /** @param exitCode 1: the service refused or failed; 2: wrong usage; 3: no catalog answers at the address */
  constructor(
    message: string,
    readonly exitCode: 1 | 2 | 3 = 1,
  ) {
    super(message);
  }
}

/** The service has refused one operation. */
export class Refused extends RemoteFailed {
  override readonly name = 'Refused';

  /** @param type one of docs/wire-contract.md, "Errors", or an HTTP status */
  constructor(
    message: string,
    readonly type: string,
  ) {
    super(message);
  }
}
