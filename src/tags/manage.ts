import type { Actor } from '../core/actor.js';
import { mayManageTags } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { badRequest, notFound, unauthorized } from '../core/errors.js';
import { checkDescription, checkName } from '../core/text.js';
import { parseTagUrn, quoted } from '../core/urn.js';
import type { TagStore } from '../metadata/tag-properties-store.js';
import { type TagRow, tagView } from '../metadata/tag-view.js';
import type { Tag } from '../metadata/views.js';
import { checkColour } from './tag.js';

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
  async (actor: Actor, urn: string, update: TagUpdate): Promise<Tag> => {
    parseTagUrn(urn, 'urn');
    if (update.urn !== urn)
      throw badRequest(`urn ${quoted(urn)} and input.urn ${quoted(update.urn)} must agree`);
    const name = checkName(update.name);
    const description = checkDescription(update.description);
    return tagView(
      await change(deps, actor, urn, update.description === undefined ? { name } : { name, description }),
    );
  };

export const setTagColor =
  (deps: Deps) =>
  async (actor: Actor, urn: string, colorHex: string): Promise<true> => {
    parseTagUrn(urn, 'urn');
    await change(deps, actor, urn, { colorHex: checkColour(colorHex) });
    return true;
  };

export const deleteTag =
  ({ store }: Deps) =>
  async (actor: Actor, urn: string): Promise<true> => {
    parseTagUrn(urn, 'urn');
    mustManage(actor);
    if (!(await store.delete(urn, actor))) throw notFound(`There is no tag ${quoted(urn)}`);
    return true;
  };

async function change(
  { store, clock }: Deps,
  actor: Actor,
  urn: string,
  fields: Partial<TagRow>,
): Promise<TagRow> {
  mustManage(actor);
  const tag = await store.update(urn, fields, { time: clock(), actor: actor.urn }, actor);
  if (!tag) throw notFound(`There is no tag ${quoted(urn)}`);
  return tag;
}

function mustManage(actor: Actor) {
  if (!mayManageTags(actor)) throw unauthorized(`${actor.urn} may not manage tags`);
}
