import type { Database } from '../db/database.js';
import type { Transaction } from '../db/query.js';

/** The state of users and tokens at the start. Tokens of users who are not active do not count. */
export interface FirstTokens {
  readonly hasUsers: boolean;
  /** Whether any user has a live token, whose text someone can have. */
  readonly hasLive: boolean;
  /** The administrator's live tokens that the service has issued and that were never used. */
  readonly unused: readonly FirstToken[];
  /** The newest of the administrator's tokens that the service has issued and that is not revoked. */
  readonly newest: (FirstToken & { readonly expiresAt: number }) | null;
}

export interface FirstToken {
  readonly id: string;
  /** Says where the text is; null when an older build issued the token. */
  readonly description: string | null;
}

const firstTokenName = 'bootstrap';
const linkTokenName = 'sign-in link';
const linkTokenDescription = 'For the sign-in link of a start. Nobody has its text.';
const isLinkToken = `(t.name = '${linkTokenName}' AND t.description IS NOT DISTINCT FROM '${linkTokenDescription}')`;

// SQL, because this runs at every start, and Prisma's query compiler takes 50 MB once it is loaded.
export const readFirstTokens = async (db: Database, admin: string, now: number): Promise<FirstTokens> =>
  only(await db.query<Row>(firstTokens, [admin, now]));

/** Excludes other processes that start, until the transaction ends. */
export async function lockStart(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('catalog.bootstrap'))`);
}

/** Reads the same within a transaction, under the lock. */
export async function lockFirstTokens(tx: Transaction, admin: string, now: number): Promise<FirstTokens> {
  await lockStart(tx);
  return only(await tx.query<Row>(firstTokens, [admin, now]));
}

interface NewToken {
  readonly id: string;
  readonly hash: string;
  readonly description: string;
  readonly admin: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export async function addFirstToken(tx: Transaction, token: NewToken, name = firstTokenName): Promise<void> {
  const { id, hash, description, admin, createdAt, expiresAt } = token;
  await tx.query(
    `INSERT INTO access_tokens (id, hash, type, name, description, actor_urn, owner_urn, created_at, expires_at)
     VALUES ($1, $2, 'PERSONAL', $7, $3, $4, $4, $5::bigint, $6::bigint)`,
    [id, hash, description, admin, createdAt, expiresAt, name],
  );
}

/** Adds a token whose text nobody has: only sign-in links use it. */
export const addLinkToken = (tx: Transaction, token: Omit<NewToken, 'description'>): Promise<void> =>
  addFirstToken(tx, { ...token, description: linkTokenDescription }, linkTokenName);

/**
 * Reads which of the administrator's live tokens a sign-in link can use, the one that lives longest, and whether the
 * administrator is active.
 */
export async function readLinkToken(
  tx: Pick<Database, 'query'>,
  admin: string,
  now: number,
): Promise<{ readonly id: string | null; readonly isActive: boolean }> {
  const [row] = await tx.query<{ id: string | null; isActive: boolean }>(
    `SELECT (SELECT id FROM (${live} AND t.owner_urn = $1::text AND t.actor_urn = $1::text AND t.scopes IS NULL
                             AND (t.name = '${firstTokenName}' OR ${isLinkToken})) usable
              ORDER BY expires_at DESC NULLS FIRST LIMIT 1) AS id,
            EXISTS (SELECT FROM users WHERE urn = $1::text AND state = 'ACTIVE') AS "isActive"`,
    [admin, now],
  );
  return row!;
}

export async function revokeTokens(tx: Transaction, ids: readonly string[], now: number): Promise<void> {
  await tx.query('UPDATE access_tokens SET revoked_at = $2::bigint WHERE id = ANY($1::text[])', [ids, now]);
}

interface Row extends FirstTokens {}

const only = ([row]: readonly Row[]): FirstTokens => row!;

const live = `SELECT t.* FROM access_tokens t JOIN users u ON u.urn = t.actor_urn
  WHERE u.state = 'ACTIVE' AND t.revoked_at IS NULL AND t.withdrawn_at IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > $2::bigint)`;

const firstTokens = `
  SELECT EXISTS (SELECT FROM users) AS "hasUsers", EXISTS (${live} AND NOT ${isLinkToken}) AS "hasLive",
         (SELECT coalesce(json_agg(json_build_object('id', id, 'description', description) ORDER BY created_at), '[]')
            FROM (${live} AND t.owner_urn = $1::text AND t.actor_urn = $1::text AND t.name = '${firstTokenName}'
                  AND t.last_used_at IS NULL AND t.rotated_from IS NULL) unused) AS unused,
         (SELECT json_build_object('id', id, 'description', description, 'expiresAt', expires_at) FROM access_tokens
           WHERE owner_urn = $1::text AND actor_urn = $1::text AND name = '${firstTokenName}' AND rotated_from IS NULL
             AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1) AS newest`;
