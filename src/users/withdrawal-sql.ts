/** SQL of the columns of a `HeldToken`. */
export const heldColumns = `id, name, actor_urn AS "actorUrn", owner_urn AS "ownerUrn", rotated_by AS "rotatedBy"`;

/**
 * SQL of the condition that users own a token for another user, or have rotated it for one. A rotation does not set
 * rotated_by if the user is the token's actor or owner.
 *
 * @param users SQL of type text[]
 */
export const heldForOthers = (users: string): string =>
  `((owner_urn = ANY(${users}) AND owner_urn <> actor_urn) OR rotated_by = ANY(${users}))`;

/** SQL of the users because of whom a withdrawn token stays withdrawn. @param token its alias */
export const suspendedHolders = (token: string): string =>
  `SELECT u.urn FROM users u WHERE u.urn IN (${token}.owner_urn, ${token}.rotated_by)
      AND u.urn <> ${token}.actor_urn AND u.state <> 'ACTIVE'`;

/** SQL of the clock of the database, in ms since the epoch. */
export const now = '(extract(epoch FROM now()) * 1000)::bigint';

/** SQL of the condition that a token has neither been revoked nor expired. */
export const unended = `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;
