import type { Actor } from '../core/actor.js';
import { lacking, mayDeleteTag, mayManageTags, toDeleteTag } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, notFound } from '../core/errors.js';
import { parseTagUrn, quoted } from '../core/urn.js';
import type { TagChange, TagStore } from './properties-store.js';
import type { Tag } from './tag-view.js';
import { type TagRow, tagView } from './tag-view.js';

/** New properties of a tag, which follow the rules of input.ts. */
export interface TagUpdate {
  readonly urn: string;
  readonly name: string;
  /** Undefined leaves the description as it is, null clears it. */
  readonly description?: string | null | undefined;
}

interface Deps {
  readonly store: TagStore;
  readonly clock: Clock;
}

export const updateTag =
  (deps: Deps) =>
  async (actor: Actor, urn: string, { name, description, ...update }: TagUpdate): Promise<Tag> => {
    parseTagUrn(urn, 'urn');
    if (update.urn !== urn)
      throw badRequest(`urn ${quoted(urn)} and input.urn ${quoted(update.urn)} must agree`);
    const properties = description === undefined ? { name } : { name, description };
    return tagView(await change(deps, actor, urn, properties));
  };

/** @param colorHex follows the rule of input.ts */
export const setTagColor =
  (deps: Deps) =>
  async (actor: Actor, urn: string, colorHex: string): Promise<true> => {
    parseTagUrn(urn, 'urn');
    await change(deps, actor, urn, { colorHex });
    return true;
  };

/** Deletes a tag and all its associations. */
export const deleteTag =
  ({ store }: Deps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    parseTagUrn(urn, 'urn');
    if (!mayDeleteTag(actor, { type: 'tag', urn })) throw lacking(actor, `delete ${urn}`, toDeleteTag);
    if (!(await store.delete(urn, actor))) throw notFound(`There is no tag ${quoted(urn)}`);
    return true;
  };

async function change(
  { store, clock }: Deps,
  actor: Actor,
  urn: string,
  properties: TagChange,
): Promise<TagRow> {
  checkMayManage(actor);
  const tag = await store.update(urn, properties, { time: clock(), actor: actor.urn }, actor);
  if (!tag) throw notFound(`There is no tag ${quoted(urn)}`);
  return tag;
}

function checkMayManage(actor: Actor) {
  if (!mayManageTags(actor)) throw lacking(actor, 'manage tags', ['MANAGE_TAGS']);
}
