import t from 'tap';
import {
  encodePart,
  findTable,
  flowName,
  taskName,
  toOrchestrator,
  toPlatformName,
} from '../../../src/ingest/openlineage/names.js';

// The namespaces of OpenLineage's specification ("Naming Conventions"), and those of older clients.
const datasets: readonly [namespace: string, name: string, platform: string, nameThere: string][] = [
  ['postgres://db.example.com:5432', 'shop.public.orders', 'postgres', 'shop.public.orders'],
  ['mysql://db:3306', 'shop.orders', 'mysql', 'shop.orders'],
  ['sqlserver://db:1433', 'shop.dbo.orders', 'mssql', 'shop.dbo.orders'],
  ['oracle://db:1521', 'XE.SHOP.ORDERS', 'oracle', 'XE.SHOP.ORDERS'],
  ['redshift://cluster.eu-west-1:5439', 'dev.public.orders', 'redshift', 'dev.public.orders'],
  ['snowflake://org-account', 'SHOP.PUBLIC.ORDERS', 'snowflake', 'SHOP.PUBLIC.ORDERS'],
  ['trino://host:8080', 'hive.shop.orders', 'trino', 'hive.shop.orders'],
  ['awsathena://athena.eu-west-1.amazonaws.com', 'cat.shop.orders', 'athena', 'cat.shop.orders'],
  ['kafka://broker:9092', 'orders', 'kafka', 'orders'],
  ['bigquery', 'project.shop.orders', 'bigquery', 'project.shop.orders'],
  ['hive', 'shop.orders', 'hive', 'shop.orders'],
  ['hive://metastore:9083', 'shop.orders', 'hive', 'shop.orders'],
  ['arn:aws:glue:eu-west-1:1234', 'table/shop/orders', 'glue', 'shop.orders'],
  ['aws:glue:eu-west-1:1234', 'shop.orders', 'glue', 'shop.orders'],
  ['s3://bucket', 'path/to/orders', 's3', 'bucket/path/to/orders'],
  ['s3a://bucket', '/path/to/orders/', 's3', 'bucket/path/to/orders'],
  ['s3://bucket', '/', 's3', 'bucket'],
  ['gs://bucket', 'orders', 'gcs', 'bucket/orders'],
  ['abfss://c@account.dfs.core.windows.net', 'orders', 'abs', 'c@account.dfs.core.windows.net/orders'],
  ['wasbs://c@account.blob.core.windows.net', '/orders', 'abs', 'c@account.blob.core.windows.net/orders'],
  ['dbfs', '/mnt/orders', 'dbfs', '/mnt/orders'],
  ['hdfs://name:8020', '/data/orders', 'hdfs', '/data/orders'],
  ['file', '/tmp/orders', 'file', '/tmp/orders'],
  ['file://', '/tmp/orders', 'file', '/tmp/orders'],
  ['file://host', '/tmp/orders', 'file', 'host/tmp/orders'],
  ['file.localhost', 'file:///tmp/orders', 'file', '/tmp/orders'],
  ['S3://bucket', 'a//b', 's3', 'bucket/a/b'],
  ['file', '/', 'file', '/'],
];

t.test('the platform and the name of a dataset', async (t) => {
  for (const [namespace, given, platform, name] of datasets)
    t.same(toPlatformName(namespace, given), { platform, name }, `${namespace} ${given}`);
});

t.test('the table that a folder belongs to', async (t) => {
  const symlink = (namespace: string, name: string, type = 'TABLE') => ({ namespace, name, type });
  t.equal(findTable([]), null);
  t.equal(findTable([symlink('hive://h:9083', 'a.b', 'LOCATION')]), null);
  t.same(findTable([symlink('hive://h:9083', 'a.b')]), { platform: 'hive', name: 'a.b' });
  t.same(findTable([symlink('s3://warehouse', 'a.b')]), { platform: 'hive', name: 'a.b' });
  t.same(findTable([symlink('arn:aws:glue:x:1', 'table/a/b')]), { platform: 'glue', name: 'a.b' });
});

const github = 'https://github.com';
const orchestrators: readonly [
  integration: string | null,
  engine: string | null,
  producer: string,
  name: string,
][] = [
  ['AIRFLOW', 'spark', `${github}/apache/airflow`, 'airflow'],
  ['DBT', null, '', 'dbt'],
  [null, 'Airflow', '', 'airflow'],
  [' ', 'spark', '', 'spark'],
  [null, null, `${github}/apache/airflow/tree/providers-openlineage/1.14.0`, 'airflow'],
  [null, null, `${github}/trinodb/trino/plugin`, 'trino'],
  [null, null, `${github}/OpenLineage/OpenLineage/tree/1.20.0/integration/spark`, 'spark'],
  [null, null, `${github}/OpenLineage/OpenLineage/integration/dbt`, 'dbt'],
  [null, null, `${github}/OpenLineage/OpenLineage/blob/v1-0-0/client`, 'unknown'],
  [null, null, `${github}.example.com/apache/airflow`, 'unknown'],
  [null, null, `${github}/apache/airflowfork`, 'unknown'],
  [null, null, '', 'unknown'],
];

t.test('what runs a job', async (t) => {
  for (const [integration, engine, producer, name] of orchestrators)
    t.equal(toOrchestrator({ integration, engine, producer }), name, `${integration} ${engine} ${producer}`);
});

t.test('a job of a flow', async (t) => {
  for (const [job, flow, task] of [
    ['dag.task', 'dag', 'task'],
    ['dag.group.task', 'dag', 'group.task'],
    ['job', 'job', 'job'],
    ['.x', '.x', 'x'],
    ['x.', 'x', 'x.'],
  ] as const) {
    t.equal(flowName(job), flow);
    t.equal(taskName(job), task);
  }
});

t.test('separators in names are encoded', async (t) => {
  t.equal(encodePart('a(b),c%2cd e'), 'a%28b%29%2Cc%2Cd e');
});
