import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { testCatalog } from '../support/catalog.js';
import { root } from '../support/root.js';

const folder = fileURLToPath(new URL('deploy/observability/', root));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const rules = 'prometheus-alerts.yaml';

interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets: readonly { readonly expr: string }[] }[];
}

const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard;
const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const metricNames = /\b(?:catalog|http|nodejs|process)_[a-z0-9_]+/g;

/** Privileges of a user who sees all metrics. */
const all = ['MANAGE_ACCESS_TOKENS', 'GET_TIMESERIES_INDEX_SIZES_PRIVILEGE'] as const;

/** Returns the labels that a query compares. */
const listLabels = (query: string) =>
  [...query.matchAll(/([a-z]+)(?:=~|!~|!=|=)"/g)].map(([, label]) => label!);

t.test('every metric and every label of the dashboard and of the alerts exists', async (t) => {
  const { app, user } = await testCatalog(t);
  const { token, graphql } = await user('reader', all);
  await graphql('{ __typename }');
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  const types = new Map([...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  const exists = (name: string) =>
    types.has(name) || types.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
  // What is only about label_values, comments and groups of the rules file has no metric's name.
  const expressions = [
    ...queries,
    ...read(rules)
      .split('\n')
      .filter((line) => !/^#|summary|description/.test(line)),
  ];
  const names = new Set(expressions.flatMap((text) => text.match(metricNames) ?? []));
  t.ok(names.size > 15, `${names.size} names`);
  t.strictSame(
    [...names].filter((name) => !exists(name)),
    [],
    'metrics that do not exist',
  );

  const own = [...types.keys()].filter((name) => name.startsWith('catalog_'));
  const shown = queries.join('\n');
  const unseen = own.filter((name) => !shown.includes(name) && !name.endsWith('_lag_seconds'));
  t.strictSame(unseen, [], 'metrics of the catalog that the dashboard leaves out');

  const known = new Set([
    'job',
    'instance',
    'le',
    ...[...body.matchAll(/([a-z]+)="/g)].map(([, label]) => label!),
  ]);
  const unknown = [...queries, read(rules)].flatMap(listLabels).filter((label) => !known.has(label));
  t.strictSame(unknown, [], 'labels that do not exist');
});

t.test('the dashboard has each panel once, with a query', async (t) => {
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  t.ok(panels.every(({ targets }) => targets.length > 0));
});

const promtool = (args: readonly string[], input?: string) =>
  spawnSync('promtool', args, { cwd: folder, encoding: 'utf8', ...(input !== undefined && { input }) });
const { error } = promtool(['--version']);
const skip = error ? 'promtool is not installed (apt-get install prometheus)' : false;

t.test('promtool accepts the rules, the configuration and /metrics', { skip }, async (t) => {
  for (const args of [
    ['check', 'rules', rules],
    ['check', 'config', 'prometheus-scrape.yaml'],
  ]) {
    const { status, stdout, stderr } = promtool(args);
    t.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
  const { app, user } = await testCatalog(t);
  const { token } = await user('reader', all);
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  const { stdout, stderr } = promtool(['check', 'metrics'], body);
  const own = `${stdout}${stderr}`.split('\n').filter((line) => /^(catalog|http)_|error/.test(line));
  t.strictSame(own, []);
});
