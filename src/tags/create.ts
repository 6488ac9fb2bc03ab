import type { Actor } from '../core/actor.js';
import { mayCreateTag } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { conflict, unauthorized } from '../core/errors.js';
import { checkDescription, checkName } from '../core/text.js';
import { quoted, tagUrn } from '../core/urn.js';
import type { TagStore } from '../metadata/tag-properties-store.js';
import { checkTagId } from './tag.js';

export interface NewTag {
  readonly name: string;
  /** A UUID where none is given. */
  readonly id?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** @returns the new tag's URN. @throws CONFLICT when the id exists */
export const createTag =
  (deps: { store: TagStore; clock: Clock; newId: () => string }) =>
  async (actor: Actor, tag: NewTag): Promise<string> => {
    const name = checkName(tag.name);
    const description = checkDescription(tag.description);
    const urn = tagUrn(checkTagId(tag.id ?? deps.newId()));
    if (!mayCreateTag(actor)) throw unauthorized(`${actor.urn} may not create tags`);
    const created = await deps.store.create(
      urn,
      { name, description },
      { time: deps.clock(), actor: actor.urn },
      actor,
    );
    if (!created) throw conflict(`A tag ${quoted(urn)} exists already`);
    return urn;
  };
