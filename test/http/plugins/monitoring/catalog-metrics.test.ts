import t from 'tap';
import { keptFigures } from '../../../../src/http/plugins/monitoring/database-metrics.js';
import { testCatalog } from '../../../support/catalog.js';
import { waitFor } from '../../../support/wait-for.js';

t.test('/metrics has what the catalog does, by names that no caller chooses', async (t) => {
  const { app, db, user, anonymous } = await testCatalog(t, { sample: true });
  const reader = await user('reader', ['MANAGE_ACCESS_TOKENS']);
  let reads = 0;
  let text = '';
  // An answer does not wait long for a database that is slow.
  const figures = ['catalog_database_up 1\n', 'catalog_figures_age_seconds ', 'catalog_live_tokens 1\n'];
  const hasFigures = async () => {
    reads += 1;
    const headers = { authorization: `Bearer ${reader.token}` };
    text = (await app.inject({ url: '/metrics', headers })).body;
    return figures.every((line) => text.includes(line));
  };
  const urn = 'urn:li:tag:made-up';
  await reader.graphql(`query made_up { made_up: tag(urn: "${urn}") { urn } __typename }`);
  await reader.graphql(`mutation { deleteTag(urn: "${urn}") }`);
  await reader.graphql('{ made_up }');
  await anonymous.graphql('{ __typename }');
  await app.inject({ url: '/metrics', headers: { authorization: 'Bearer made_up' } });
  await app.inject({
    url: '/metrics',
    headers: {
      authorization: `Bearer ${reader.token.slice(0, -1)}${reader.token.endsWith('x') ? 'y' : 'x'}`,
    },
  });
  await waitFor(hasFigures);
  t.notMatch(text, /made.up/);
  const operations = (labels: string) => `catalog_graphql_operation_duration_seconds_count{${labels}} 1\n`;
  for (const line of [
    operations('operation="query",field="tag",outcome="success"'),
    operations('operation="query",field="__typename",outcome="success"'),
    operations('operation="mutation",field="deleteTag",outcome="refused"'),
    operations('operation="none",field="none",outcome="refused"').replace(' 1\n', ' 2\n'),
    'catalog_authentications_total{result="no_credentials"} 1\n',
    'catalog_authentications_total{result="malformed"} 2\n',
    'catalog_authentications_total{result="revoked"} 0\n',
    'catalog_build_info{version="unknown",node="',
    'catalog_argon2_calls{queue="authentication",state="waiting"} 0\n',
    'catalog_argon2_duration_seconds_count{queue="authentication"} ',
    'catalog_argon2_wait_seconds_count{queue="authentication"} ',
    'catalog_batch_size_count{loader="tokens"} ',
    'catalog_batch_size_count{loader="tags"} ',
  ])
    t.ok(text.includes(line), line);
  const succeeded = Number(/authentications_total\{result="success"\} (\d+)/.exec(text)?.[1]);
  t.equal(succeeded, 3 + reads);
  const hasPool = db.kind === 'postgresql';
  t.equal(text.includes('catalog_database_connections{pool="primary",state="in_use"}'), hasPool);
  t.equal(text.includes('catalog_database_connections_max{pool="primary"}'), hasPool);
  t.equal(text.includes('catalog_database_waiting{pool="primary"} 0'), hasPool);
  t.notMatch(text, 'catalog_index_bytes', 'what getIndexSizes would refuse');
  t.notMatch(text, /^catalog_replica_lag_bytes \d/m, 'no lag without a replica');
});

t.test('index sizes, and the fields of a document that nobody could count', async (t) => {
  const { app, db, user } = await testCatalog(t);
  await db.query(
    `CREATE TABLE dataset_operationaspect_v1 PARTITION OF timeseries_events
       FOR VALUES IN ('dataset_operationaspect_v1') PARTITION BY RANGE (timestamp_millis)`,
  );
  const { token, graphql } = await user('reader', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const fields = ['tag', 'dataset', 'chart', 'dashboard', 'dataFlow', 'dataJob', 'container', 'corpUser'];
  const document = [...fields, 'corpGroup', 'glossaryTerm']
    .slice(0, 9)
    .map((name) => `${name}(urn: "urn:li:tag:x") { __typename }`)
    .join(' ');
  const { status } = await graphql(`{ ${document} __typename __schema { __typename } }`);
  t.equal(status, 200);
  let body = '';
  await waitFor(async () => {
    ({ body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } }));
    return /^catalog_index_bytes\{index="dataset_operationaspect_v1"\} \d+$/m.test(body);
  });
  t.notMatch(body, 'catalog_live_tokens', 'for who manages tokens');
  t.match(body, 'operation="query",field="other"', 'fields beyond the tenth');
});

t.test('figures are kept while the database is away, with their age', async (t) => {
  const figures = {
    liveTokens: 1,
    indices: [],
    unnumberedChanges: 0,
    webhookLag: 0,
    replicaLag: null,
  } as const;
  let outcome: 'answers' | 'fails' | 'hangs' = 'fails';
  let reads = 0;
  const read = keptFigures(
    async () => {
      reads += 1;
      if (outcome === 'fails') throw new Error('away');
      if (outcome === 'hangs') await new Promise(() => {});
      return figures;
    },
    { everyMs: 0, retryMs: 0, waitMs: 50 },
  );
  t.match(await read(), { figures: undefined, isUp: false });
  outcome = 'answers';
  t.match(await read(), { figures, isUp: true });
  outcome = 'fails';
  const kept = await read();
  t.match(kept, { figures, isUp: false });
  t.ok(kept.ageSeconds > 0);
  outcome = 'hangs';
  t.match(await read(), { figures, isUp: false }, 'nobody waits for a database that hangs');
  t.equal(reads, 4);
  await read();
  t.equal(reads, 4, 'one read at a time');
});
