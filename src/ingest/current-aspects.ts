import type { AspectKey } from '../aspects/aspect.js';
import { existingAspects } from '../aspects/aspect-store.js';
import { currentDocuments } from '../aspects/document-store.js';
import { needsBefore } from '../aspects/followers/members.js';
import type { AspectTransaction } from '../aspects/kernel.js';
import { toRows } from '../aspects/rows.js';
import type { Requester } from '../core/actor.js';
import { runInTurns } from '../scheduling/steps.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { applyProposals, aspectKey, type ReadCurrent } from './apply-proposals.js';
import { isWriting, type Proposal } from './proposal.js';
import { readKeptTags } from './read-kept-tags.js';
import type { Refusals } from './refusals.js';

/** Applies proposals to the stored aspects, in memory. @returns the changes to write, and what becomes of edited tags */
export async function applyToCurrent(
  tx: AspectTransaction,
  proposals: readonly Proposal[],
  refusals: Refusals,
  isNew: (urn: string) => boolean,
  { requester, keepsEditedTags }: { readonly requester: Requester; readonly keepsEditedTags: boolean },
) {
  const versioned = proposals.filter(({ aspectName }) => !isTimeseriesAspect(aspectName));
  const { deadline } = requester;
  const current = await readCurrent(tx, versioned, requester);
  const kept = await readKeptTags(tx, versioned, keepsEditedTags, requester);
  const { deleted, upserts } = await runInTurns(
    applyProposals(versioned, current, refusals, { isNew, kept }),
    deadline,
  );
  const tags = await runInTurns(kept.finish(upserts), deadline);
  return { deleted, rows: await runInTurns(toRows(tx.aspects, upserts), deadline), tags };
}

/** Whether the result depends on the stored value. */
const dependsOnValue = (proposal: Proposal) =>
  proposal.changeType === 'PATCH' || (needsBefore(proposal.aspectName) && isWriting(proposal));

const dependsOnCurrent = (proposal: Proposal) =>
  dependsOnValue(proposal) || proposal.changeType === 'CREATE' || proposal.changeType === 'UPDATE';

/** Reads the aspects that results depend on. Of other aspects, only their existence matters. */
async function readCurrent(
  tx: AspectTransaction,
  proposals: readonly Proposal[],
  requester: Requester,
): Promise<ReadCurrent> {
  if (!proposals.some(dependsOnCurrent)) return () => null;
  const read = new Map<string, AspectKey>();
  const others = new Map<string, AspectKey>();
  /** Replaced or deleted regardless of the stored value, before anything depends on it. */
  const replaced = new Set<string>();
  for (const proposal of proposals) {
    const { urn, aspectName: name, changeType } = proposal;
    const key = aspectKey(urn, name);
    if (replaced.has(key) || read.has(key)) continue;
    if (dependsOnValue(proposal)) {
      // Also where a condition before it has failed.
      read.set(key, { urn, name });
      continue;
    }
    switch (changeType) {
      case 'CREATE':
      case 'UPDATE':
        others.set(key, { urn, name });
        break;
      // It asks whether the entity exists.
      case 'CREATE_ENTITY':
        break;
      default:
        replaced.add(key);
    }
  }
  const texts = new Map<string, string>();
  for (const { urn, name, text } of await currentDocuments(tx, [...read.values()], requester)) {
    texts.set(aspectKey(urn, name), text);
  }
  const existing = [...others].filter(([key]) => !read.has(key)).map(([, aspect]) => aspect);
  if (existing.length > 0) {
    for (const { urn, name } of await existingAspects(tx, existing)) texts.set(aspectKey(urn, name), '');
  }
  return (urn, name) => texts.get(aspectKey(urn, name)) ?? null;
}
