import { randomUUID } from 'node:crypto';
import type { Actor } from '../core/actor.js';

/** Returns the id of the call that takes changes back. */
export const toUndoId = (actor: Actor): string => actor.origin?.requestId ?? randomUUID();
