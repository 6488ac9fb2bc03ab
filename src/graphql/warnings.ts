import type { Requester } from '../core/actor.js';
import { sanitizeMessage } from './errors.js';

/**
 * Returns the answer's `extensions`: the warnings in the order in which they were added, or nothing
 * (docs/wire-contract.md, "GraphQL"). They are cut like the message of an error, and show no token.
 */
export const extensionsOf = ({ warnings }: Pick<Requester, 'warnings'>): { warnings?: string[] } =>
  warnings ? { warnings: [...warnings].map(sanitizeMessage) } : {};
