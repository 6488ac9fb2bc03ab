import { changeMetadata } from '../aspects/change-metadata.js';
import { currentDocuments } from '../aspects/document-store.js';
import { createEntities } from '../aspects/entity-store.js';
import { changeAspects } from '../aspects/write.js';
import type { Actor } from '../core/actor.js';
import { lacking, manages, mayManage } from '../core/authorization.js';
import { notFound } from '../core/errors.js';
import { parseUserUrn, quoted } from '../core/urn.js';
import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import { runInTurns } from '../scheduling/steps.js';
import type { PeopleDeps } from './create.js';
import { readRemovals } from './removal-store.js';
import { readStates } from './user-store.js';

/** Texts of a profile: absent or null leaves a text as it is, empty removes it. */
export interface ProfileTexts {
  readonly displayName?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly email?: string | null | undefined;
}

const name = 'corpUserEditableInfo';

/**
 * Changes texts of a user's profile, and no other member of the profile. Lists show the texts of the profile instead of
 * those that a directory sends.
 *
 * @param texts follow the rules of input.ts
 * @throws BAD_REQUEST, UNAUTHORIZED, NOT_FOUND
 */
export const updateProfile =
  ({ db, clock }: PeopleDeps) =>
  async (actor: Actor, urn: string, texts: ProfileTexts): Promise<string> => {
    parseUserUrn(urn, 'urn');
    if (!mayManage(actor, urn)) throw lacking(actor, `edit the profile of ${urn}`, [manages(urn)]);
    const audit = { time: clock(), actor: actor.urn };
    await changeMetadata(
      db,
      async (tx) => {
        // Users of earlier versions have no entity.
        await createEntities(tx, [{ urn, type: 'corpuser' }], audit);
        const state = (await readStates(tx, [urn])).get(urn);
        const isRemoved = (await readRemovals(tx, [urn])).get(urn) === true;
        if (state === undefined || state === 'REMOVED' || isRemoved)
          throw notFound(`There is no user ${quoted(urn)}`);
        const [stored] = await currentDocuments(tx, [{ urn, name }], actor);
        const current = stored ? ((await runInTurns(parseInSteps(stored.text), actor.deadline)) as Json) : {};
        const value = { ...(current as Record<string, Json>) };
        for (const [member, text] of Object.entries(texts)) {
          if (text === '') delete value[member];
          else if (text !== null && text !== undefined) value[member] = text;
        }
        const upserts = [{ urn, entityType: 'corpuser', name, value }];
        await changeAspects(tx, { deleted: [], upserts }, audit, actor.deadline);
      },
      actor,
    );
    return urn;
  };
