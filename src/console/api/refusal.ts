import { sessionEnded } from './caller.js';
import type { RequestError } from './request.js';

/** Whether the service has refused a change and made nothing of it, so that the same request would be refused again. */
export const isRefusal = ({ code }: RequestError): boolean =>
  !sessionEnded.peek() && ['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'].includes(code);
