import { randomBytes } from 'node:crypto';
import type { Config } from '../config.js';
import type { Clock } from '../core/clock.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Deps } from '../deps.js';
import { authentication } from './authenticate.js';
import { createToken } from './create.js';
import { describeToken } from './describe.js';
import { externalIdentity } from './external-identity.js';
import { getToken } from './get.js';
import { guessedHasher } from './guesses.js';
import { createHasher } from './hasher.js';
import { issueForOperator } from './issue.js';
import { lastUsedRecorder } from './last-used.js';
import { listTokens } from './list.js';
import { tokenListStore } from './list-store.js';
import { countLiveTokens } from './live-store.js';
import { tokenPurge } from './purge.js';
import { purgeStore } from './purge-store.js';
import { revocationStore } from './revocation-store.js';
import { revokeToken } from './revoke.js';
import { revokeAllTokens } from './revoke-all.js';
import { rotateToken } from './rotate.js';
import { rotationStore } from './rotation-store.js';
import { signIn } from './sessions/sign-in.js';
import { signInLinks } from './sessions/sign-in-links.js';
import { endSessions, signOut } from './sessions/sign-out.js';
import { sessionStore } from './sessions/store.js';
import { tokenStore } from './store.js';
import { takeOverTokens } from './take-over.js';
import { takeoverStore } from './takeover-store.js';
import type { VerifyJwt } from './trusted-issuer.js';
import { createVerifier } from './verification-cache.js';

type Callers = Pick<Parameters<typeof authentication>[0], 'users' | 'rights' | 'readContainers'>;

/** Tokens, sessions, and who a caller is. */
export function tokenServices({ db, clock, config, onBackgroundError }: Deps, callers: Callers) {
  const [store, sessions] = [tokenStore(db), sessionStore(db)];
  const verifyingHasher = createHasher();
  // A queue for guesses, which delay only the token whose secret is guessed.
  const guessHasher = createHasher({ concurrency: 1, name: 'guesses' });
  // A second queue, so that requests that issue or describe tokens do not delay authentication.
  const hasher = createHasher({ concurrency: 1, name: 'tokens' });
  const lastUsed = lastUsedRecorder(store.saveLastUsed, clock, onBackgroundError);
  const lastSeen = lastUsedRecorder(sessions.saveLastSeen, clock, onBackgroundError);
  const links = signInLinks({ clock, randomBytes });
  const issuing = {
    store,
    hasher,
    clock,
    randomBytes,
    lifetimes: {
      durations: config.ACCESS_TOKEN_DURATIONS,
      maxDays: config.ACCESS_TOKEN_MAX_DAYS,
      allowNoExpiry: config.ACCESS_TOKEN_ALLOW_NO_EXPIRY,
    },
    maxLivePerActor: config.TOKENS_PER_ACTOR_MAX,
    capsExternal: config.EXTERNAL_TOKENS_CAP,
  };
  return {
    background: tokenPurge({
      store: purgeStore(db),
      sessions,
      retentionDays: config.TOKEN_RETENTION_DAYS,
      onError: onBackgroundError,
    }),
    flush: () => Promise.all([lastUsed.flush(), lastSeen.flush()]),
    countLive: () => countLiveTokens(db, clock()),
    argon2: () => ({
      authentication: verifyingHasher.queue(),
      guesses: guessHasher.queue(),
      tokens: hasher.queue(),
    }),
    authenticate: authentication({
      credentials: {
        load: createBatchLoader(store.credentials, { name: 'tokens' }),
        read: store.credentials,
      },
      sessions: {
        load: createBatchLoader(sessions.credentials, { name: 'sessions' }),
        read: sessions.credentials,
      },
      ...callers,
      links,
      verifier: createVerifier(guessedHasher(verifyingHasher, guessHasher), randomBytes(32)),
      lastUsed,
      lastSeen,
      clock,
      verifyJwt: createExternalIdentity(config, clock),
    }),
    tokens: {
      create: createToken(issuing),
      get: getToken,
      issue: issueForOperator(issuing),
      list: listTokens({ store: tokenListStore(db), pageSizeMax: config.PAGE_SIZE_MAX }),
      revoke: revokeToken({ store, clock }),
      revokeAll: revokeAllTokens({ store: revocationStore(db), clock }),
      takeOver: takeOverTokens({ store: takeoverStore(db), maxTokens: config.RESOURCES_PER_BATCH_MAX }),
      rotate: rotateToken({ ...issuing, rotations: rotationStore(db) }),
      metadata: describeToken({
        store,
        verifier: createVerifier(guessedHasher(hasher, guessHasher), randomBytes(32)),
      }),
    },
    sessions: {
      createLink: links.create,
      signIn: signIn({ store: sessions, clock, randomBytes }),
      signOut: signOut({ store: sessions }),
      endAll: endSessions({ store: sessions, clock }),
    },
  };
}

/** Returns null when no issuer is trusted. */
function createExternalIdentity(config: Config, clock: Clock): VerifyJwt | null {
  const { EXTERNAL_ISSUER: issuer, EXTERNAL_JWKS_URL: url, EXTERNAL_JWKS_FILE: file = '' } = config;
  if (!issuer) return null;
  const trusted = {
    issuer,
    audiences: config.EXTERNAL_AUDIENCE,
    keys: url ? { url } : { file },
    algorithms: config.EXTERNAL_ALGORITHMS,
    userClaim: config.EXTERNAL_USER_CLAIM,
    maxSeconds: config.EXTERNAL_TOKEN_MAX_SECONDS,
  };
  return externalIdentity(trusted, clock);
}
