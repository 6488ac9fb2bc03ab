import { lockAccess } from '../aspects/lock-store.js';
import type { AuditEvent } from '../audit/event.js';
import { recordAudit } from '../audit/store.js';
import type { Requester } from '../core/actor.js';
import { inChunks, sumLengths } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { confirmRights } from '../db/transaction.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import { rejectWithoutAdministrator } from './actor-store.js';
import { policyDetail } from './difference.js';
import { toPolicyId } from './row.js';
import { policyJson } from './row-store.js';

const none: ReadonlySet<string> = new Set();

/**
 * Called before a change of policies, with their entities locked.
 *
 * @returns the function to call after the change: it checks the change, records it, and returns the policies that it
 * has removed. It throws CONFLICT when policies could no longer be changed
 */
export async function beginPolicyChange(
  tx: Transaction,
  requester: Requester,
  urns: readonly string[],
): Promise<() => Promise<ReadonlySet<string>>> {
  if (urns.length === 0) return async () => none;
  await lockAccess(tx);
  await confirmRights(tx, requester, 'access');
  const before = await policyTexts(tx, urns);
  return async () => {
    // A new policy revokes no right.
    if (before.size > 0) await rejectWithoutAdministrator(tx);
    const after = await policyTexts(tx, urns);
    const changed = [...new Set(urns)].filter((urn) => before.get(urn) !== after.get(urn));
    // The events of many large policies need not be in memory together.
    await inChunks(
      changed,
      (urn) => sumLengths(before.get(urn) ?? '', after.get(urn) ?? ''),
      async (chunk) => {
        const events = await runInTurns(createEvents(chunk, before, after), requester.deadline);
        await recordAudit(tx, requester, events);
      },
    );
    return new Set([...before.keys()].filter((urn) => !after.has(urn)));
  };
}

function* createEvents(
  urns: readonly string[],
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Steps<AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const subject of urns) {
    const [old, now] = [before.get(subject), after.get(subject)];
    const type = !old ? 'CreatePolicyEvent' : now ? 'UpdatePolicyEvent' : 'DeletePolicyEvent';
    events.push({ type, subject, detail: yield* policyDetail(old, now) });
  }
  return events;
}

/** Returns the rows of policies as JSON texts. */
async function policyTexts(tx: Transaction, urns: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ urn: string; text: string }>(
    `SELECT 'urn:li:dataHubPolicy:' || id AS urn, ${policyJson}::text AS text FROM policies p WHERE id = ANY($1::text[])`,
    [urns.map(toPolicyId)],
  );
  return new Map(rows.map(({ urn, text }) => [urn, text]));
}
