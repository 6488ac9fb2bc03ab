import { groupsSql } from '../db/groups-sql.js';

/** SQL of the fields of a `Credential`, from `credentialTables`. */
export const credentialColumns = `
  t.id, t.hash, t.actor_urn AS "actorUrn", u.state AS "actorState", t.created_at AS "createdAt",
  t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt",
  t.withdrawn_at AS "withdrawnAt", t.capped_at AS "cappedAt", t.scopes,
  t.rotated_from IS NOT NULL AND t.last_used_at IS NULL AS "isUnusedReplacement",
  (SELECT version FROM policy_version) AS "policyVersion", ${groupsSql('u.urn')} AS groups`;
export const credentialTables = '(access_tokens t JOIN users u ON u.urn = t.actor_urn)';
