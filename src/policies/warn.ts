import type { Requester } from '../core/actor.js';
import { warn, warningsMax } from '../core/warn.js';
import { inChunks } from '../db/chunks.js';
import type { Transaction } from '../db/query.js';
import { missingActors } from './actor-store.js';
import type { PolicyInfo } from './model.js';
import { findWarnings } from './without-effect.js';

const namesMax = 5;

/** Warns the caller of policies that grant less than their texts say. Called in the transaction that writes them. */
export async function warnOfPolicies(
  tx: Transaction,
  requester: Requester,
  policies: ReadonlyMap<string, PolicyInfo>,
): Promise<void> {
  await inChunks([...policies], measureSize, async (chunk) => {
    if ((requester.warnings?.size ?? 0) >= warningsMax) return;
    const missing = await missingActors(
      tx,
      chunk.flatMap(([, { actors }]) => actors.users ?? []),
      chunk.flatMap(([, { actors }]) => actors.groups ?? []),
    );
    for (const [urn, policy] of chunk) {
      for (const warning of findWarnings(policy)) warn(requester, `${urn}: ${warning}`);
      const { users, groups } = policy.actors;
      const named = [...(users ?? []), ...(groups ?? [])].filter((actor) => missing.has(actor));
      if (named.length > 0) warn(requester, `${urn}: ${notThere(named)}`);
    }
  });
}

function notThere(urns: readonly string[]): string {
  const more = urns.length - namesMax;
  const names = urns.slice(0, namesMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `these users and groups do not exist here: ${names}`;
}

const measureSize = ([, { actors }]: readonly [string, PolicyInfo]) =>
  [...(actors.users ?? []), ...(actors.groups ?? [])].reduce((sum, urn) => sum + urn.length, 0);
