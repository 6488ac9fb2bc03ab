import type { Actor } from '../core/actor.js';
import { lacking, mayCreateTag } from '../core/authorization.js';
import type { Clock } from '../core/clock.js';
import { conflict } from '../core/errors.js';
import { quoted, tagUrn } from '../core/urn.js';
import type { TagStore } from './properties-store.js';

/** A tag whose parts follow the rules of input.ts. */
export interface NewTag {
  readonly name: string;
  /** Default: a UUID. */
  readonly id?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Returns the URN of the new tag. @throws UNAUTHORIZED, CONFLICT when the id exists */
export const createTag =
  (deps: { store: TagStore; clock: Clock; newId: () => string }) =>
  async (actor: Actor, { name, id, description = null }: NewTag): Promise<string> => {
    if (!mayCreateTag(actor)) throw lacking(actor, 'create tags', ['CREATE_TAGS', 'MANAGE_TAGS']);
    const urn = tagUrn(id ?? deps.newId());
    const created = await deps.store.create(
      urn,
      { name, description },
      { time: deps.clock(), actor: actor.urn },
      actor,
    );
    if (!created) throw conflict(`A tag ${quoted(urn)} already exists`);
    return urn;
  };
