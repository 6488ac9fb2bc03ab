import type { Database } from '../../db/database.js';
import { actorReads, rightsReads } from '../../policies/policies.js';
import { pauses } from '../../webhooks/owner.js';
import { type Finding, warning } from './finding.js';
import { readUnmigratedWebhooks, readWebhooks } from './webhook-store.js';

/** Lists the webhooks whose owners may not send. @param isMigrated whether all migrations are applied */
export async function webhookFindings(db: Database, isMigrated: boolean): Promise<Finding[]> {
  const readPause = pauses(actorReads(rightsReads(db)));
  const webhooks = await (isMigrated ? readWebhooks : readUnmigratedWebhooks)(db.query);
  const findings: Finding[] = [];
  for (const webhook of webhooks) {
    const reason = await readPause(webhook);
    if (reason === null) continue;
    const state = isMigrated ? 'is paused' : 'will be paused by the upgrade';
    findings.push(
      warning(
        'webhooks',
        `the webhook ${JSON.stringify(webhook.name)} ${state}, because ${reason}`,
        `take it over with \`catalog webhook take-over ${webhook.id}\`${isMigrated ? '' : ' after the upgrade'}, or delete it`,
      ),
    );
  }
  return findings;
}
