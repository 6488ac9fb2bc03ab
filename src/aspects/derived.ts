import type { Deadline } from '../core/deadline.js';
import { runInTurns, type Steps } from '../scheduling/steps.js';
import type { Changes, MetadataTransaction } from './changes.js';
import type { SearchedAspect } from './kernel.js';
import { Links } from './links.js';

/**
 * Writes what follows from the changes of a transaction: the references and edges in aspects, and the search
 * documents of
 * entities. Nothing else writes them for a change. Triggers keep which entities have a tag, from every change of
 * `global_tags` and of the references in ingested schemas, and append the changes of counts.
 */
export async function writeDerived(tx: MetadataTransaction, deadline?: Deadline): Promise<void> {
  const { entities } = tx.changes;
  if (entities.size === 0) return;
  const { links, searched } = await runInTurns(derive(entities), deadline);
  await links.write(tx);
  const changed = [...entities].map(([urn, { type }]) => ({ urn, type }));
  await tx.aspects.writeSearched(tx, changed, searched, deadline);
}

interface Derived {
  readonly links: Links;
  readonly searched: readonly SearchedAspect[];
}

function* derive(entities: Changes['entities']): Steps<Derived> {
  const links = new Links();
  const searched: SearchedAspect[] = [];
  for (const [urn, { type: entityType, aspects }] of entities) {
    for (const [name, value] of aspects) {
      searched.push({ urn, entityType, name, value: value ?? {} });
      // The links of a deleted aspect went with its record.
      if (value) yield* links.add({ urn, name, value });
      yield;
    }
  }
  return { links, searched };
}
