import type { Steps } from '../../scheduling/steps.js';
import { add, type Draft, ifAbsent, patches } from './draft.js';
import { draftOwners, draftTags } from './people-facets.js';
import { draftSchema } from './schema.js';
import type { Stored } from './stored.js';
import type { DatasetSubject } from './subjects.js';

/** Returns what an event says of a dataset itself. */
export function* draftDataset(dataset: DatasetSubject, time: number, stored: Stored): Steps<Draft[]> {
  const { urn, from } = dataset;
  const { documentation, lifecycleStateChange, ownership, tags } = from.facets;
  const isDropped = lifecycleStateChange?.lifecycleStateChange === 'DROP';
  const description = documentation?.description;
  return [
    ...(yield* draftSchema(dataset, time, stored)),
    ...(description ? [ifAbsent(urn, 'datasetProperties', { description, customProperties: {} })] : []),
    ...draftOwners(urn, ownership?.owners ?? []),
    ...draftTags(urn, tags?.tags ?? []),
    ifAbsent(urn, 'status', { removed: false }),
    ...(isDropped ? patches(urn, 'status', add(['removed'], true)) : []),
  ];
}
