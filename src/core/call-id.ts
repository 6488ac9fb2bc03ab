import { badRequest } from './errors.js';
import { quoted } from './urn.js';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the id of a call, as the server gives it. @param name of the field. @throws BAD_REQUEST */
export function parseCallId(text: string, name: string): string {
  if (uuid.test(text)) return text.toLowerCase();
  throw badRequest(
    `${name} ${quoted(text)} is not the id of a call, which is a UUID; \`changes\` and the header X-Request-Id return it`,
  );
}
