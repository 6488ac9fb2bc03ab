import { fileURLToPath } from 'node:url';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { server } from './support/targets.js';

const seconds = 20;
/** Random tests that `npm test` gives 2 seconds each, and what they show. */
const models = {
  'search/model': 'random searches find what a filter in memory finds, after every write',
  'search/documents/random-changes': 'random changes keep search documents and counts as they are made again',
  'aspects/batch-as-single': 'random batches leave what their proposals leave one by one',
};
const { TEST_DATABASE_URL: _, ...others } = process.env;
const env = { ...others, MODEL_SECONDS: `${seconds}` };
const databases = {
  embedded: env,
  ...(server && { PostgreSQL: { ...env, TEST_DATABASE_URL: server } }),
};

t.jobs = 2;
for (const [model, what] of Object.entries(models)) {
  const file = fileURLToPath(new URL(`../${model}.test.js`, import.meta.url));
  const all = Object.entries(databases).map(([name, env]) =>
    t.spawn(process.execPath, ['--enable-source-maps', file], {
      name: `${model} on ${name}`,
      buffered: true,
      env,
    }),
  );
  await Promise.all(all);
  guarantee(t, what, { databases: all.length, 'seconds each': seconds });
}
