import pg from 'pg';
import type { Page } from 'playwright-core';
import type { Test } from 'tap';
import { searchRows } from '../../../bench/search-data.js';
import { type Service, service } from '../../faults/support/service.js';
import { ingestUrl, proposal } from '../../support/aspects.js';
import { scratchDatabaseUrl } from '../../support/database.js';
import { inTab, settled, signIn, startBrowser, type TabOptions } from './browser.js';

export interface ConsoleService extends Service {
  /** Of the first administrator. */
  readonly adminToken: string;
  /** Sends an operation. @param token by default the administrator's */
  graphql<Data = Record<string, never>>(query: string, variables?: object, token?: string): Promise<Data>;
  /** Writes an aspect as the administrator. */
  ingest(urn: string, aspectName: string, value: object): Promise<void>;
}

/** Starts the service with the sample metadata, on a PostgreSQL where there is one. */
export const sampleService = (t: Test, env: Record<string, string> = {}): Promise<ConsoleService> =>
  startService(t, env, ['--sample']);

/** Starts the service without any metadata. */
export const emptyService = (t: Test): Promise<ConsoleService> => startService(t, {}, []);

async function startService(
  t: Test,
  env: Record<string, string>,
  options: readonly string[],
): Promise<ConsoleService> {
  const server = process.env.TEST_DATABASE_URL;
  // A copy takes less time than a first start.
  const template = options.includes('--sample') ? 'started' : 'empty';
  const database =
    server && !env.DATABASE_URL ? { DATABASE_URL: await scratchDatabaseUrl(t, server, template) } : {};
  const one = await service(t, { ...database, ...env }, options);
  await one.start();
  const adminToken = one.token()!;
  const post = (path: string, body: object, token = adminToken) =>
    fetch(`${one.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  return {
    ...one,
    adminToken,
    async graphql(query, variables = {}, token = adminToken) {
      const response = await post('/api/graphql', { query, variables }, token);
      const { data, errors } = (await response.json()) as { data: never; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    },
    async ingest(urn, aspectName, value) {
      const response = await post(ingestUrl, { proposal: proposal(urn, aspectName, value) });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

/** Starts the service beside many datasets and 10,000 tags, on a PostgreSQL. */
export async function largeService(t: Test, datasets = 100_000): Promise<ConsoleService> {
  const url = await scratchDatabaseUrl(t, process.env.TEST_DATABASE_URL!);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const sql of [moreTags, ...searchRows(datasets)]) await client.query(sql);
  await client.end();
  return sampleService(t, { DATABASE_URL: url });
}

/** Those that no dataset has. */
const moreTags = `
  WITH e AS (INSERT INTO entities (urn, type, created_at, created_by)
             SELECT 'urn:li:tag:spare' || n, 'tag', 0, '' FROM generate_series(1, 9500) n RETURNING urn)
  INSERT INTO tags (urn, name) SELECT urn, 'Spare ' || substring(urn, '[0-9]+$') FROM e`;

/** Creates a user and a token that acts as it. @param scopes null: none */
export async function userToken(
  { graphql }: ConsoleService,
  id: string,
  scopes: readonly string[] | null = null,
): Promise<string> {
  const actorUrn = `urn:li:corpuser:${id}`;
  await graphql('mutation ($input: CreateUserInput!) { createUser(input: $input) }', { input: { id } });
  return createToken({ graphql }, actorUrn, scopes);
}

/** Creates a token that acts as a user. */
export async function createToken(
  { graphql }: Pick<ConsoleService, 'graphql'>,
  actorUrn: string,
  scopes: readonly string[] | null = null,
): Promise<string> {
  const { createAccessToken } = await graphql<{ createAccessToken: { accessToken: string } }>(
    'mutation ($input: GetAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }',
    { input: { type: 'PERSONAL', actorUrn, duration: 'ONE_HOUR', name: 'test', scopes } },
  );
  return createAccessToken.accessToken;
}

export interface VisitOptions extends TabOptions {
  /** Of the one who signs in; default: the administrator's. */
  readonly token?: string;
}

/** Starts a browser beside a service, by default one with the sample metadata. */
export async function openConsole(t: Test, started = sampleService(t)) {
  const [browser, service] = [await startBrowser(t), await started];
  /** Works on a page in a tab of its own, signed in, once all of the page is loaded. */
  const visit = (
    t: Test,
    path: string,
    { token = service.adminToken, ...tab }: VisitOptions,
    work: (page: Page) => Promise<unknown>,
  ) =>
    inTab(t, browser, tab, async (page) => {
      await signIn(page, service.url, token, path);
      await settled(page);
      await work(page);
    });
  /** A test on a page. */
  const test = (
    name: string,
    path: string,
    options: VisitOptions,
    work: (page: Page, t: Test) => Promise<unknown>,
  ) => t.test(name, (t) => visit(t, path, options, (page) => work(page, t)));
  return { browser, service, visit, test };
}
