import { fileURLToPath } from 'node:url';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { server } from './support/targets.js';

const seconds = 20;
const file = fileURLToPath(new URL('../search/model.test.js', import.meta.url));
const { TEST_DATABASE_URL: _, ...others } = process.env;
const env = { ...others, SEARCH_MODEL_SECONDS: `${seconds}` };
const databases = {
  embedded: env,
  ...(server && { PostgreSQL: { ...env, TEST_DATABASE_URL: server } }),
};

t.jobs = 2;
const all = Object.entries(databases).map(([name, env]) =>
  t.spawn(process.execPath, ['--enable-source-maps', file], { name, buffered: true, env }),
);
await Promise.all(all);
guarantee(t, 'random searches find what a filter in memory finds, after every write', {
  databases: all.length,
  'seconds each': seconds,
});
