/** Why a request has no answer, in words for people. */
export class RequestError extends Error {
  readonly code: string;
  /** The privileges of which the caller needs one, for a refusal that is due to them. */
  readonly missingPrivileges: readonly string[];
  /** The field of the operation that failed, by its alias. Absent: the whole request failed. */
  readonly field: string | undefined;
  /** Whether it is not known if the service has made a change, because its answer was lost. */
  readonly isUncertain: boolean = false;

  constructor(message: string, code: string, missingPrivileges: readonly string[] = [], field?: string) {
    super(message);
    this.code = code;
    this.missingPrivileges = missingPrivileges;
    this.field = field;
  }
}

export const asRequestError = (error: unknown): RequestError =>
  error instanceof RequestError ? error : new RequestError(`The console failed: ${error}`, 'CONSOLE');
