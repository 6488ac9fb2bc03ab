import { anyContainers, type Resource } from '../core/resource.js';

/** Whether an actor has a right over an entity. */
export type May = (resource: Resource) => boolean;

/** Returns the containers that entities are in. */
export type ReadContainers = (urns: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Whether a right that is missing so far could follow from the entity's containers. */
export const needsContainers = (may: May, resource: Resource): boolean =>
  !may(resource) && may({ ...resource, containers: anyContainers });

/**
 * Returns a right that takes the containers of these entities into account. They are read in one statement, and only if
 * the right depends on them.
 */
export async function withContainers(
  read: ReadContainers,
  resources: readonly Resource[],
  may: May,
): Promise<May> {
  const open = resources.filter((resource) => needsContainers(may, resource));
  if (open.length === 0) return may;
  const containers = await read(open.map(({ urn }) => urn));
  return (resource) => may({ ...resource, containers: containers.get(resource.urn) ?? [] });
}
