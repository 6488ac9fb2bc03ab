import { tokenServices } from './access-tokens/access-tokens.js';
import { aspectServices } from './aspects/aspects.js';
import { edgeFill } from './aspects/edges/fill.js';
import { auditServices } from './audit/audit.js';
import { findPaths } from './columns/column-store.js';
import { selectContainers } from './containers/store.js';
import type { WriteLines } from './core/audit-target.js';
import { measurements } from './db/measurements.js';
import { runWaiting } from './db/waiting-work.js';
import type { Deps } from './deps.js';
import { editServices } from './edits/edits.js';
import { entityServices } from './entities/entities.js';
import { descriptionReversal } from './entities/take-back-description.js';
import { historyServices } from './history/history.js';
import { ingestServices } from './ingest/ingest.js';
import { lineageServices } from './lineage/lineage.js';
import { actorReads, policyServices, rightsReads } from './policies/policies.js';
import { countUpkeep } from './search/counts/counts.js';
import { searchFill } from './search/documents/fill.js';
import { fillState } from './search/documents/rebuild-store.js';
import { searches } from './search/search.js';
import { storedAspects as aspects } from './stored-aspects.js';
import { tagServices } from './tags/tags.js';
import { timeseriesServices } from './timeseries/timeseries.js';
import { userReads, userServices } from './users/users.js';
import { createVisibility, everything, type FindLimit } from './visibility/visibility.js';
import { webhookServices } from './webhooks/webhooks.js';

/** Every use case, as the transports see them. */
export type Services = ReturnType<typeof createServices>;

interface Given extends Omit<Deps, 'visibility'> {
  /** Default: nothing is written. Only the server writes lines; commands print their results. */
  readonly writeLines?: WriteLines | undefined;
  /** Default: everyone may see everything. */
  readonly findLimit?: FindLimit | undefined;
}

const noOutput: WriteLines = () => Promise.reject(new Error('this process has no output for lines'));

/** The composition root: configuration and database in, use cases out. */
export function createServices({ findLimit = everything, writeLines = noOutput, ...given }: Given) {
  const { db, config } = given;
  const visibility = createVisibility(db, findLimit);
  const deps: Deps = { ...given, visibility };
  const [users, rights] = [userReads(db), rightsReads(db)];
  const readActor = actorReads(rights);
  const access = tokenServices(deps, {
    users,
    rights,
    readContainers: (tx, urns) => selectContainers(tx.query, urns),
  });
  const [audit, timeseries, ingest] = [
    auditServices(deps, { writeLines }),
    timeseriesServices(deps, { readActor }),
    ingestServices(deps, aspects),
  ];
  const tags = tagServices(deps, aspects);
  const { related, relatedCount, ...entities } = entityServices(deps, aspects);
  const webhooks = webhookServices(deps, { readActor });
  const people = userServices(deps, { ...ingest, aspects });
  const search = searches({
    ...{ db, visibility },
    pageSizeMax: config.PAGE_SIZE_MAX,
    scrollSizeMax: config.SCROLL_SIZE_MAX,
  });
  const lineage = lineageServices(deps, {
    ...{ aspects, searches: search, entities: { related, relatedCount } },
  });
  const edits = editServices(deps, aspects);
  const reversals = [
    tags.reversal,
    edits.reversal,
    descriptionReversal({ ...deps, aspects }),
    lineage.reversal,
  ];
  const history = historyServices(deps, reversals, findPaths(db));
  const waiting = [
    timeseries.waiting,
    audit.waiting,
    tags.waiting,
    people.waiting,
    searchFill({ db, aspects }),
    edgeFill({ db, aspects }),
    countUpkeep(db),
    webhooks.waiting,
    ...(audit.stream ? [audit.stream.waiting] : []),
  ];
  const background = [
    runWaiting(db, waiting, { clock: deps.clock, onError: deps.onBackgroundError }),
    access.background,
    audit.background,
    history.background,
    webhooks.background,
  ];

  return Object.freeze({
    authenticate: access.authenticate,
    tokens: access.tokens,
    sessions: access.sessions,
    audit: audit.services,
    users: people.services,
    policies: policyServices(deps, { aspects, rights, user: users.load }),
    entities,
    tags: tags.services,
    edits: edits.services,
    history: history.services,
    webhooks: webhooks.services,
    search,
    lineage: lineage.services,
    timeseries: timeseries.services,
    aspects: aspectServices(deps, aspects),
    ingest,
    /** Measurements for operators. Callers see them only as metrics and as the health of the service. */
    measured: {
      ...measurements(db, { fillState: () => fillState(db.query) }),
      argon2: access.argon2,
      /** The number of polls that wait for events. */
      waitingPolls: history.countWaiting,
      /** Null without `AUDIT_STREAM`. */
      auditStream: () => audit.stream?.read() ?? null,
      /** Reads what only the database knows. It can take seconds. */
      async figures() {
        // The catalog works without its replica.
        const replicaLag = db.replicaLag().catch(() => 'away' as const);
        // One after the other, so that an idle service needs one connection.
        const liveTokens = await access.countLive();
        const indices = await timeseries.measureIndices();
        const unnumberedChanges = await history.countUnnumbered();
        const webhookLag = await webhooks.readLag();
        return { liveTokens, indices, unnumberedChanges, webhookLag, replicaLag: await replicaLag };
      },
    },
    /** Background work, for processes that serve requests. */
    background: {
      start() {
        for (const work of background) work.start();
      },
      async stop() {
        await Promise.all([timeseries.stop(), ...background.map((work) => work.stop())]);
      },
    },
    /** Saves data that is only in memory. */
    async flush() {
      await Promise.all([access.flush(), audit.flush()]);
    },
  });
}
