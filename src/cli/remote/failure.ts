import { CommandFailed } from '../command-failed.js';

/** The service has refused one operation. */
export class Refused extends CommandFailed {
  override readonly name = 'Refused';

  /** @param type one of docs/wire-contract.md, "Errors", or an HTTP status */
  constructor(
    message: string,
    readonly type: string,
  ) {
    super(message);
  }
}
