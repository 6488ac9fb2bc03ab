import t from 'tap';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { client, readData } from './support/client.js';
import { pgbouncer, withoutPgBouncer } from './support/pgbouncer.js';
import { service } from './support/service.js';
import { prepareTags, tagsOn } from './support/tag-ledger.js';
import { server, withoutServer } from './support/targets.js';

const skip = withoutServer || withoutPgBouncer;

t.test('a start through a pooler that loses prepared statements fails', { skip }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  const one = await service(t, { DATABASE_URL: await pgbouncer(t, url, 'transaction') });
  await t.rejects(one.start(), {
    message:
      /exit code 1.*pooler in transaction mode.*PgBouncer 1\.21 or newer with max_prepared_statements/s,
  });
});

t.test('the service works through PgBouncer in session mode', { skip }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  const one = await service(t, { DATABASE_URL: await pgbouncer(t, url, 'session') });
  await one.start();
  const admin = client(one.url, one.token()!);
  const datasets = Array.from({ length: 50 }, (_, index) => datasetUrn(`pooled.${index}`));
  await prepareTags(admin, datasets, ['pooled']);
  const add = 'mutation ($input: TagAssociationInput!) { addTag(input: $input) }';
  const answers = await Promise.all(
    datasets.map((resourceUrn) =>
      admin.graphql(add, { input: { tagUrn: 'urn:li:tag:pooled', resourceUrn } }),
    ),
  );
  for (const answer of answers) readData(answer);
  for (const urn of datasets) t.same((await tagsOn(admin, urn)).dataset, ['urn:li:tag:pooled']);
  t.equal(await one.stop(), 0);
  guarantee(t, 'PgBouncer 1.18 serves in session mode, and is refused in transaction mode', {
    requests: 2 * answers.length,
    failed: 0,
  });
});
