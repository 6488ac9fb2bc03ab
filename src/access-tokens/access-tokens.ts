import { randomBytes } from 'node:crypto';
import type { Config } from '../config.js';
import type { Clock } from '../core/clock.js';
import { createBatchLoader } from '../db/batch-loader.js';
import type { Deps } from '../deps.js';
import { once } from '../scheduling/shared.js';
import { authentication } from './authenticate.js';
import { createHasher, type Hasher } from './hasher.js';
import { tokenIssuing } from './issue.js';
import { tokenListStore } from './list-store.js';
import { tokenManagement } from './manage.js';
import { rotationStore } from './rotation-store.js';
import { consoleSessions } from './sessions/sessions.js';
import { signInLinks } from './sessions/sign-in-links.js';
import { sessionStore } from './sessions/store.js';
import { tokenStore } from './store.js';
import { takeoverStore } from './takeover-store.js';
import type { VerifyJwt } from './trusted-issuer.js';
import { lastUsedRecorder, tokenPurge } from './upkeep.js';
import { createVerifier, guessedHasher } from './verifier.js';

type Callers = Pick<Parameters<typeof authentication>[0], 'users' | 'rights' | 'readContainers'>;

/** What issues tokens under the settings. */
export const issueDeps = (
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  hasher: Pick<Hasher, 'hash'>,
) => ({
  store: tokenStore(db),
  rotations: rotationStore(db),
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
});

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
  return {
    background: tokenPurge({
      store,
      sessions,
      retentionDays: config.TOKEN_RETENTION_DAYS,
      onError: onBackgroundError,
    }),
    flush: () => Promise.all([lastUsed.flush(), lastSeen.flush()]),
    countLive: () => store.countLive(clock()),
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
      ...tokenIssuing(issueDeps({ db, clock, config }, hasher)),
      ...tokenManagement({
        store,
        lists: tokenListStore(db),
        takeovers: takeoverStore(db),
        verifier: createVerifier(guessedHasher(hasher, guessHasher), randomBytes(32)),
        clock,
        pageSizeMax: config.PAGE_SIZE_MAX,
        maxTokens: config.RESOURCES_PER_BATCH_MAX,
      }),
    },
    sessions: {
      createLink: links.create,
      ...consoleSessions({ store: sessions, clock, randomBytes }),
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
    keys: url ? { url, proxy: config.OUTBOUND_PROXY } : { file },
    algorithms: config.EXTERNAL_ALGORITHMS,
    userClaim: config.EXTERNAL_USER_CLAIM,
    maxSeconds: config.EXTERNAL_TOKEN_MAX_SECONDS,
  };
  // jose is loaded with the first token: a start without external identity should not pay for it.
  const load = once(() => import('./jwt.js').then(({ jwtVerifier }) => jwtVerifier(trusted, clock)));
  return async (text) => (await load())(text);
}
