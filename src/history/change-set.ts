import { randomUUID } from 'node:crypto';
import { type Actor, getChangeSet } from '../core/actor.js';
import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @throws BAD_REQUEST */
export function parseChangeSet(text: string): string {
  if (uuid.test(text)) return text.toLowerCase();
  throw badRequest(
    `changeSet ${quoted(text)} is not the id of a call, which is a UUID; \`changes\` and the header X-Request-Id return it`,
  );
}

/** Returns the id of the call that takes changes back. */
export const toUndoId = (actor: Actor): string => getChangeSet(actor) ?? randomUUID();
