import type { RequestError } from '../model/request-error.js';
import { sessionEnded } from './caller.js';

/** Whether the service has refused a change and made nothing of it, so that the same request would be refused again. */
export const isRefusal = ({ code }: RequestError): boolean =>
  !sessionEnded.peek() && ['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT'].includes(code);
