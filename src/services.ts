import { randomBytes, randomUUID } from 'node:crypto';
import { authentication } from './access-tokens/authenticate.js';
import { createToken } from './access-tokens/create.js';
import { describeToken } from './access-tokens/describe.js';
import { externalIdentity } from './access-tokens/external-identity.js';
import { getToken } from './access-tokens/get.js';
import { guessedHasher } from './access-tokens/guesses.js';
import { createHasher } from './access-tokens/hasher.js';
import { issueForOperator } from './access-tokens/issue.js';
import { lastUsedRecorder } from './access-tokens/last-used.js';
import { listTokens } from './access-tokens/list.js';
import { tokenListStore } from './access-tokens/list-store.js';
import { countLiveTokens } from './access-tokens/live-store.js';
import { tokenPurge } from './access-tokens/purge.js';
import { purgeStore } from './access-tokens/purge-store.js';
import { revocationStore } from './access-tokens/revocation-store.js';
import { revokeToken } from './access-tokens/revoke.js';
import { revokeAllTokens } from './access-tokens/revoke-all.js';
import { rotateToken } from './access-tokens/rotate.js';
import { rotationStore } from './access-tokens/rotation-store.js';
import { signIn } from './access-tokens/sessions/sign-in.js';
import { endSessions, signOut } from './access-tokens/sessions/sign-out.js';
import { sessionStore } from './access-tokens/sessions/store.js';
import { tokenStore } from './access-tokens/store.js';
import { takeOverTokens } from './access-tokens/take-over.js';
import { takeoverStore } from './access-tokens/takeover-store.js';
import type { VerifyJwt } from './access-tokens/trusted-issuer.js';
import { createVerifier } from './access-tokens/verification-cache.js';
import { deleteEntity } from './aspects/deletion/delete-entity.js';
import { deleteEventsOf } from './aspects/deletion/delete-events.js';
import { deleteReferences } from './aspects/deletion/delete-references.js';
import { updateSoftDeleted } from './aspects/deletion/soft-delete.js';
import { ingest } from './aspects/ingest.js';
import { ingestSnapshots } from './aspects/ingest-snapshots.js';
import { entityLists } from './aspects/list.js';
import { executionRequests } from './aspects/list-execution-requests.js';
import { aspectReads } from './aspects/read.js';
import { readEntities } from './aspects/read-entities.js';
import { refusedAuthentications } from './audit/refused-authentications.js';
import { refusedStore } from './audit/refused-store.js';
import { retentionStore } from './audit/retention-store.js';
import { listAudit, scrollAudit } from './audit/search.js';
import { searchStore } from './audit/search-store.js';
import { auditUpkeep } from './audit/upkeep.js';
import { columnStores } from './columns/view-store.js';
import type { Config } from './config.js';
import { containerReads, containersOf } from './containers/store.js';
import type { Clock } from './core/clock.js';
import { createBatchLoader } from './db/batch-loader.js';
import type { Database } from './db/database.js';
import { databaseHealth } from './db/health.js';
import { catalogReads } from './entities/read.js';
import { relatedCount, relatedEntities } from './entities/relationships.js';
import { jobRuns } from './entities/runs.js';
import { updateDescription } from './entities/update-description.js';
import { memberStore } from './metadata/member-store.js';
import { platformStore } from './metadata/platform-store.js';
import { relationshipStore } from './metadata/references/relationship-store.js';
import { runStore } from './metadata/run-store.js';
import { searchFill } from './metadata/search/fill.js';
import { fillNext, fillState } from './metadata/search/rebuild-store.js';
import { viewStore } from './metadata/view-store.js';
import { grantedPrivileges } from './policies/granted.js';
import { listPolicies } from './policies/list.js';
import { rightsReader } from './policies/rights.js';
import { policyStore } from './policies/store.js';
import { createPolicy, deletePolicy, updatePolicy } from './policies/write.js';
import { searches } from './search/search.js';
import { addTags, removeTags } from './tags/associate.js';
import { associationStore } from './tags/association-store.js';
import { createTag } from './tags/create.js';
import { listTags } from './tags/list.js';
import { tagListStore } from './tags/list-store.js';
import { deleteTag, setTagColor, updateTag } from './tags/manage.js';
import { tagStore } from './tags/properties-store.js';
import { tagPlaces, tagUsage } from './tags/usage.js';
import { tagUsageStore } from './tags/usage-store.js';
import { indexDetails } from './timeseries/index-details.js';
import { indexDetailsStore } from './timeseries/index-details-store.js';
import { indexSizes } from './timeseries/index-sizes.js';
import { timeseriesStore } from './timeseries/store.js';
import { cancelTruncation } from './timeseries/truncation/cancel.js';
import { compactionStore } from './timeseries/truncation/compaction-store.js';
import { partitionStore } from './timeseries/truncation/partition-store.js';
import { listTasks, taskStatus } from './timeseries/truncation/task-status.js';
import { truncationStore } from './timeseries/truncation/task-store.js';
import { truncate } from './timeseries/truncation/truncate.js';
import { truncationWorker } from './timeseries/truncation/worker.js';
import { timeseriesValues } from './timeseries/values.js';
import { createUser } from './users/create.js';
import { createGroup } from './users/groups.js';
import { addGroupMembers, removeGroupMembers } from './users/members.js';
import { peopleReads } from './users/read.js';
import { removeGroup, removeUser } from './users/remove.js';
import { createServiceAccount, deleteServiceAccount } from './users/service-accounts.js';
import { userStore } from './users/store.js';
import { updateUserStatus } from './users/update-status.js';

export interface ServicesDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  /** Called when background work fails. */
  onBackgroundError(error: unknown): void;
}

/** Every use case, as the transports see them. */
export type Services = ReturnType<typeof createServices>;

/** The composition root: configuration and database in, use cases out. */
export function createServices({ config, db, clock, onBackgroundError }: ServicesDeps) {
  const [tokens, users, policies, tags] = [tokenStore(db), userStore(db), policyStore(db), tagStore(db)];
  const sessions = sessionStore(db);
  const [events, tasks] = [timeseriesStore(db), truncationStore(db)];
  const tagUses = tagUsageStore(db);
  const truncations = truncationWorker({
    tasks,
    partitions: partitionStore(db),
    compaction: compactionStore(db),
    clock,
    workerId: randomUUID(),
    exclusive: db.kind === 'embedded',
    onError: onBackgroundError,
  });
  const user = createBatchLoader(users.findMany, { name: 'users' });
  const rights = rightsReader(policies, policyStore);
  const verifyingHasher = createHasher();
  // A queue for guesses, which delay only the token whose secret is guessed.
  const guessHasher = createHasher({ concurrency: 1, name: 'guesses' });
  const verifier = createVerifier(guessedHasher(verifyingHasher, guessHasher), randomBytes(32));
  // A second queue, so that requests that issue or describe tokens do not delay authentication.
  const hasher = createHasher({ concurrency: 1, name: 'tokens' });
  const lastUsed = lastUsedRecorder(tokens.saveLastUsed, clock, onBackgroundError);
  const lastSeen = lastUsedRecorder(sessions.saveLastSeen, clock, onBackgroundError);
  const purge = tokenPurge({
    store: purgeStore(db),
    sessions,
    retentionDays: config.TOKEN_RETENTION_DAYS,
    onError: onBackgroundError,
  });
  const refusals = refusedStore(db);
  const refused = refusedAuthentications(refusals.save, onBackgroundError);
  const upkeep = auditUpkeep({
    refused: refusals,
    retention: retentionStore(db),
    retentionDays: config.AUDIT_RETENTION_DAYS,
    clock,
    onError: onBackgroundError,
  });
  const fill = searchFill({ fillNext: () => fillNext(db), onError: onBackgroundError });
  const searching = {
    store: searchStore(db, config.ANSWER_MAX_BYTES),
    clock,
    pageSizeMax: config.PAGE_SIZE_MAX,
  };
  const issuing = {
    store: tokens,
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
  const associating = {
    store: associationStore(db),
    readContainers: containerReads(db.query),
    clock,
    maxTags: config.TAGS_PER_REQUEST_MAX,
    maxResources: config.RESOURCES_PER_BATCH_MAX,
  };
  const ingestProposals = ingest({
    db,
    clock,
    maxProposals: config.PROPOSALS_PER_BATCH_MAX,
    maxNewMonths: config.MONTHS_PER_REQUEST_MAX,
  });

  const readDatabase = databaseHealth(db);
  /** Shared by concurrent requests: it takes several statements. */
  const health = createBatchLoader(
    async ([key]: 'health'[]) => {
      const [database, replica, search] = await Promise.all([
        readDatabase(),
        db.replicaLag().catch(() => 'away' as const),
        fillState(db.query),
      ]);
      return new Map([[key!, { database, replica, search }]]);
    },
    { maxInFlight: 1, name: 'health' },
  );

  const people = { db, clock, newId: randomUUID, maxUsers: config.RESOURCES_PER_BATCH_MAX };
  const removal = { deleteEntity: deleteEntity({ db, clock }) };

  return Object.freeze({
    authenticate: authentication({
      credentials: {
        load: createBatchLoader(tokens.credentials, { name: 'tokens' }),
        read: tokens.credentials,
      },
      sessions: {
        load: createBatchLoader(sessions.credentials, { name: 'sessions' }),
        read: sessions.credentials,
      },
      users: { load: user, read: users.findMany },
      rights,
      readContainers: (tx, urns) => containersOf(tx.query, urns),
      verifier,
      lastUsed,
      lastSeen,
      clock,
      verifyJwt: externalIdentityOf(config, clock),
    }),
    tokens: {
      create: createToken(issuing),
      get: getToken,
      issue: issueForOperator(issuing),
      list: listTokens({ store: tokenListStore(db), pageSizeMax: config.PAGE_SIZE_MAX }),
      revoke: revokeToken({ store: tokens, clock }),
      revokeAll: revokeAllTokens({ store: revocationStore(db), clock }),
      takeOver: takeOverTokens({ store: takeoverStore(db), maxTokens: config.RESOURCES_PER_BATCH_MAX }),
      rotate: rotateToken({ ...issuing, rotations: rotationStore(db) }),
      metadata: describeToken({
        store: tokens,
        verifier: createVerifier(guessedHasher(hasher, guessHasher), randomBytes(32)),
      }),
    },
    sessions: {
      signIn: signIn({ store: sessions, clock, randomBytes }),
      signOut: signOut({ store: sessions }),
      endAll: endSessions({ store: sessions, clock }),
    },
    audit: {
      /** Counts a refused authentication. */
      refused: refused.record,
      list: listAudit(searching),
      scroll: scrollAudit(searching),
    },
    people: {
      ...peopleReads({ db, pageSizeMax: config.PAGE_SIZE_MAX }),
      createUser: createUser(people),
      updateUserStatus: updateUserStatus(people),
      removeUser: removeUser(removal),
      createGroup: createGroup(people),
      removeGroup: removeGroup(removal),
      addGroupMembers: addGroupMembers(people),
      removeGroupMembers: removeGroupMembers(people),
      createServiceAccount: createServiceAccount(people),
      deleteServiceAccount: deleteServiceAccount(removal),
    },
    tags: {
      create: createTag({ store: tags, clock, newId: randomUUID }),
      update: updateTag({ store: tags, clock }),
      setColor: setTagColor({ store: tags, clock }),
      delete: deleteTag({ store: tags, clock }),
      add: addTags(associating),
      remove: removeTags(associating),
      list: listTags({ store: tagListStore(db), pageSizeMax: config.PAGE_SIZE_MAX }),
      usage: tagUsage({ store: tagUses }),
      places: tagPlaces({ store: tagUses, pageSizeMax: config.PAGE_SIZE_MAX }),
    },
    catalog: {
      ...catalogReads(
        viewStore(db),
        { members: memberStore(db), platforms: platformStore(db) },
        columnStores(db),
      ),
      runs: jobRuns({ db, store: runStore(db), pageSizeMax: config.PAGE_SIZE_MAX }),
      related: relatedEntities({ db, store: relationshipStore(db), pageSizeMax: config.PAGE_SIZE_MAX }),
      relatedCount: relatedCount({ db, store: relationshipStore(db) }),
    },
    policies: {
      create: createPolicy({ db, clock, newId: randomUUID }),
      update: updatePolicy({ db, clock }),
      delete: deletePolicy({ db, clock }),
      list: listPolicies({ db, pageSizeMax: config.PAGE_SIZE_MAX, maxBytes: config.ANSWER_MAX_BYTES }),
      granted: grantedPrivileges({ db, rights, user }),
    },
    search: searches({ db, pageSizeMax: config.PAGE_SIZE_MAX, scrollSizeMax: config.SCROLL_SIZE_MAX }),
    descriptions: { update: updateDescription({ db, clock }) },
    timeseries: {
      indexSizes: indexSizes({ store: events }),
      indexDetails: indexDetails({ store: indexDetailsStore(db) }),
      values: timeseriesValues({ store: events, maxBytes: config.ANSWER_MAX_BYTES }),
      truncate: truncate({ tasks, clock, trigger: truncations.trigger }),
      cancel: cancelTruncation({ tasks, clock, interrupt: truncations.interrupt }),
      taskStatus: taskStatus({ tasks, clock }),
      listTasks: listTasks({ tasks, clock, pageSizeMax: config.PAGE_SIZE_MAX }),
    },
    aspects: {
      ...aspectReads(db, config.ANSWER_MAX_BYTES),
      entities: readEntities({
        db,
        maxBytes: config.ANSWER_MAX_BYTES,
        maxEntities: config.PAGE_SIZE_MAX,
      }),
      executionRequests: executionRequests({ db, pageSizeMax: config.PAGE_SIZE_MAX }),
      list: entityLists({ db, pageSizeMax: config.PAGE_SIZE_MAX }),
      ingest: ingestProposals,
      ingestSnapshots: ingestSnapshots(ingestProposals),
      delete: removal.deleteEntity,
      deleteEvents: deleteEventsOf({ db }),
      deleteReferences: deleteReferences({
        db,
        clock,
        associations: associating.store,
        maxBytes: config.ANSWER_MAX_BYTES,
      }),
      updateSoftDeleted: updateSoftDeleted({ db, clock, maxEntities: config.RESOURCES_PER_BATCH_MAX }),
    },
    /** What is measured, for operators. Callers see it as metrics and as the health of the service only. */
    measured: {
      pools: db.pools,
      argon2: () => ({
        authentication: verifyingHasher.queue(),
        guesses: guessHasher.queue(),
        tokens: hasher.queue(),
      }),
      health: async () => (await health('health'))!,
      /** Reads what only the database knows. It can take seconds. */
      async figures() {
        const [liveTokens, indices, replicaLag] = await Promise.all([
          countLiveTokens(db, clock()),
          events.indexSizes(),
          // The catalog works without its replica.
          db.replicaLag().catch(() => 'away' as const),
        ]);
        return { liveTokens, indices, replicaLag };
      },
    },
    /** Background work, for processes that serve requests. */
    background: {
      start() {
        truncations.start();
        purge.start();
        upkeep.start();
        fill.start();
      },
      async stop() {
        await Promise.all([truncations.stop(), purge.stop(), upkeep.stop(), fill.stop()]);
      },
    },
    /** Saves data that is only in memory. */
    async flush() {
      await Promise.all([lastUsed.flush(), lastSeen.flush(), refused.flush()]);
    },
  });
}

/** Returns null when no issuer is trusted. */
function externalIdentityOf(config: Config, clock: Clock): VerifyJwt | null {
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
