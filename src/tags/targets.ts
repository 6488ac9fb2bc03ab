import type { Target } from '../columns/target.js';
import { isOnColumn } from '../columns/target.js';
import { type ReadContainers, withContainers } from '../containers/containers.js';
import type { Actor } from '../core/actor.js';
import { lacking, mayEditTags, toEditTags } from '../core/authorization.js';
import { badRequest } from '../core/errors.js';
import { parseUrn, quoted } from '../core/urn.js';
import { taggable, taggableText } from '../urn/taggable.js';
import { isListed } from '../visibility/secrets.js';

/** Returns which of some entities have a tag that is to be removed. */
export type FindTagged = (urns: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Checks first all shapes, then all rights.
 *
 * @param findTagged null when tags are added. Entities of other types get tags by ingestion only, and lose them here.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function checkTargets(
  actor: Actor,
  targets: readonly Target[],
  readContainers: ReadContainers,
  findTagged: FindTagged | null,
): Promise<void> {
  // Not a spread, whose result V8 keeps as a slow dictionary.
  const parsed = targets.map((target) => {
    const { type, urn } = parseUrn(target.resourceUrn, 'resourceUrn');
    return { type, urn, onColumn: isOnColumn(target) };
  });
  const others = parsed
    .filter(({ type }) => !taggable.includes(type) && isListed(type))
    .map(({ urn }) => urn);
  const tagged = others.length > 0 && findTagged ? await findTagged(others) : new Set();
  for (const { type, urn } of parsed) {
    if (!taggable.includes(type) && !tagged.has(urn)) {
      throw badRequest(`resourceUrn ${quoted(urn)} is a ${type}; ${taggableText}`);
    }
  }
  for (const onColumn of [false, true]) {
    const some = parsed.filter((target) => target.onColumn === onColumn);
    if (some.length === 0) continue;
    const may = await withContainers(readContainers, some, (resource) =>
      mayEditTags(actor, resource, onColumn),
    );
    const refused = some.find((target) => !may(target));
    if (refused)
      throw lacking(actor, `edit tags of ${refused.urn}`, toEditTags(onColumn), {
        refusedEntity: refused.urn,
      });
  }
}
