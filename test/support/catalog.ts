import type { FastifyBaseLogger } from 'fastify';
import type { Test } from 'tap';
import { buildApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { metadataPrivileges, type Privilege } from '../../src/datahub/privileges.js';
import type { Database } from '../../src/db/database.js';
import type { Metrics } from '../../src/http/metrics.js';
import { createServices, type Services } from '../../src/services.js';
import { userStore } from '../../src/users/user-store.js';
import type { FindLimit } from '../../src/visibility/visibility.js';
import { consoleFiles as smallConsole } from './console-files.js';
import { testDatabase } from './database.js';
import { quickTokens } from './issue-token.js';
import { savePolicy } from './save-policy.js';
import type { Template } from './template.js';

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A client with the token of one user. */
export interface Caller {
  readonly urn: string;
  readonly token: string;
  graphql(query: string, variables?: Record<string, unknown>): Promise<Answer>;
  post(url: string, payload?: unknown): Promise<Answer>;
  get(url: string): Promise<Answer>;
  send(method: Method, url: string, payload?: unknown): Promise<Answer>;
}

/** A test must not fail because the machine is slow. */
const patient = { REQUEST_TIMEOUT_MS: '600000', REQUEST_WAIT_MAX_MS: '600000' };

export type TestCatalog = Awaited<ReturnType<typeof testCatalog>>;

export interface TestCatalogOptions {
  readonly env?: Record<string, string>;
  readonly clock?: () => number;
  readonly sample?: boolean;
  /** Wraps the database, for a test that observes it or makes it fail. */
  readonly wrap?: (db: Database) => Database;
  /** What callers may see; default: everything. */
  readonly findLimit?: FindLimit;
  /** Opens another database than the usual one. */
  readonly open?: (t: Test, template: Template) => Promise<Database>;
  /** Replaces use cases behind the routes of the application. */
  readonly replace?: (services: Services) => Services;
  /** Rejects when the service is not ready. */
  readonly ready?: (() => Promise<void>) | undefined;
  readonly draining?: AbortSignal | undefined;
  readonly logger?: FastifyBaseLogger;
  /** In place of those of a small console. */
  readonly consoleFiles?: URL;
  readonly metrics?: Metrics | undefined;
}

/** Builds the whole service on a database of the test's own. */
export async function testCatalog(
  t: Test,
  {
    env = {},
    clock = Date.now,
    sample = false,
    wrap = (db) => db,
    findLimit,
    open = testDatabase,
    replace = (services) => services,
    ready,
    draining,
    logger,
    consoleFiles = smallConsole(),
    metrics,
  }: TestCatalogOptions = {},
) {
  const db = wrap(await open(t, sample ? 'sample' : 'empty'));
  const config = readConfig({ ...patient, ...env });
  const services = createServices({
    config,
    db,
    clock,
    findLimit,
    onBackgroundError: (error) => t.fail(String(error)),
    onNotice: () => {},
  });
  const issue = quickTokens({ db, config, clock });
  const app = await buildApp({
    services: replace(services),
    config,
    ready: ready ?? (async () => void (await db.query('SELECT 1'))),
    ...(draining && { draining }),
    ...(logger && { logger }),
    consoleFiles,
    metrics,
  });
  t.teardown(async () => {
    await app.close();
    await services.background.stop();
    await services.flush();
  });

  async function inject(
    method: Method,
    url: string,
    headers: Record<string, string>,
    payload?: unknown,
  ): Promise<Answer> {
    const json = payload === undefined ? {} : { 'content-type': 'application/json' };
    const response = await app.inject({
      method,
      url,
      headers: { ...json, ...headers },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
    return {
      status: response.statusCode,
      body: response.body && JSON.parse(response.body),
      headers: response.headers,
    };
  }

  function withHeaders(headers: Record<string, string>): Omit<Caller, 'urn' | 'token'> {
    return {
      graphql: (query, variables = {}) => inject('POST', '/api/graphql', headers, { query, variables }),
      post: (url, payload) => inject('POST', url, headers, payload),
      get: (url) => inject('GET', url, headers),
      send: (method, url, payload) => inject(method, url, headers, payload),
    };
  }

  /** Creates a user with a token for a month. @param resources of the metadata privileges; default: all entities */
  async function user(
    id: string,
    privileges: readonly Privilege[] = [],
    resources: { type: string | null; urns: readonly string[] } = { type: null, urns: [] },
  ): Promise<Caller> {
    const urn = `urn:li:corpuser:${id}`;
    await userStore(db).ensure([urn], clock());
    const overEntities = (name: Privilege) => (metadataPrivileges as readonly string[]).includes(name);
    const common = { state: 'ACTIVE' as const, actors: { allUsers: false, users: [urn] } };
    const [platform, metadata] = [
      privileges.filter((name) => !overEntities(name)),
      privileges.filter(overEntities),
    ];
    if (platform.length > 0) {
      await savePolicy(db, {
        ...common,
        id: `${id}-platform`,
        name: id,
        type: 'PLATFORM',
        privileges: platform,
        resources: { type: null, urns: [] },
      });
    }
    if (metadata.length > 0) {
      await savePolicy(db, {
        ...common,
        id: `${id}-metadata`,
        name: id,
        type: 'METADATA',
        privileges: metadata,
        resources,
      });
    }
    const { text } = await issue({
      actorUrn: urn,
      duration: 'ONE_MONTH',
      name: `token of ${id}`,
    });
    return { urn, token: text, ...withHeaders({ authorization: `Bearer ${text}` }) };
  }

  return { db, config, services, app, user, withHeaders, anonymous: withHeaders({}) };
}
