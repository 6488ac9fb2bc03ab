import { once } from 'node:events';
import { request as send } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Subject } from '../manifest/operation.js';
import { createRequest } from '../manifest/operations.js';
import { guarantee } from './guarantee.js';
import type { Client } from './support/client.js';
import { replicas } from './support/replicas.js';
import { type Granted, losses, rightsByOperations } from './support/rights-by-operations.js';
import { withoutServer } from './support/targets.js';

const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,held,PROD)';
const tag = 'urn:li:tag:held';

t.test(
  'rights that one process takes away end what another has begun',
  { skip: withoutServer },
  async (t) => {
    const { services, db, admin } = await replicas(t);
    const [here] = admin as [Client];
    const there = services[1]!.url;
    const { grant, take } = rightsByOperations(here, {
      ...{ type: 'METADATA', privileges: ['EDIT_ENTITY'], resources: { allResources: true } },
    });
    const written = await here.post('/aspects?action=ingestProposalBatch', {
      proposals: [
        { entityType: 'dataset', entityUrn: dataset, aspectName: 'status', value: '{"removed": false}' },
        { entityType: 'tag', entityUrn: tag, aspectName: 'tagProperties', value: '{"name": "held"}' },
      ].map(({ value, ...one }) => ({
        ...{ changeType: 'UPSERT', ...one },
        aspect: { contentType: 'application/json', value },
      })),
    });
    t.equal(written.status, 200);

    const requests = ['mutation addTag', 'POST /aspects?action=ingestProposal'];

    /** Sends a request to the other process. `hold` is called before its last bytes are sent. */
    async function ask({ token }: Granted, name: string, hold?: () => Promise<unknown>): Promise<number> {
      const { url, payload } = createRequest(name, { dataset, tag } as Subject);
      const bytes = Buffer.from(JSON.stringify(payload));
      const headers = {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'content-length': bytes.length,
      };
      const outgoing = send(`${there}${url}`, { method: 'POST', headers });
      const answered = once(outgoing, 'response');
      outgoing.write(bytes.subarray(0, 1));
      await hold?.();
      outgoing.end(bytes.subarray(1));
      const [response] = await answered;
      let text = '';
      for await (const chunk of response) text += chunk;
      const code = url === '/api/graphql' ? JSON.parse(text).errors?.[0].extensions.code : undefined;
      return code ?? response.statusCode;
    }

    const isWaiting = async () =>
      (
        await db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      ).length > 0;
    const changed = async () =>
      (
        await db.query(`SELECT FROM aspects WHERE urn = $1 AND name IN ('globalTags', 'datasetProperties')`, [
          dataset,
        ])
      ).length;

    let [held, locked] = [0, 0];
    for (const name of requests) {
      for (const [way, status] of Object.entries(losses)) {
        const lose = (from: Granted) => take(way as keyof typeof losses, from);
        const first = await grant();
        const whileBodyCame = await ask(first, name, async () => {
          // Time for the other process to judge the headers. If it takes longer, it refuses them at once.
          await sleep(100);
          await lose(first);
        });
        t.equal(whileBodyCame, status, `${name}, whose body comes after ${way}`);
        held += 1;

        const second = await grant();
        let answer: Promise<number> | undefined;
        await db.inTransaction(async (tx) => {
          await tx.query('SELECT FROM entities WHERE urn = $1::text FOR UPDATE', [dataset]);
          answer = ask(second, name);
          while (!(await isWaiting())) await sleep(5);
          await lose(second);
        });
        t.equal(await answer, status, `${name}, which waits for a lock during ${way}`);
        locked += 1;
      }
    }
    t.equal(await changed(), 0, 'nothing was written');
    const last = await grant();
    for (const name of requests) t.equal(await ask(last, name), 200, `${name} with its rights`);
    guarantee(t, 'a request is refused when another process takes its rights away while it is under way', {
      'bodies held': held,
      'locks held': locked,
      allowed: 0,
    });
  },
);
