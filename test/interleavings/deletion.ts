import type { Test } from 'tap';
import { type Case, mutation, rejectOthers, tryCase, without } from './case.js';
import type { Stage } from './stage.js';
import { type Things, things } from './things.js';

const createTag = mutation<Things>('createTag', ({ tagId }) => ({ input: { id: tagId, name: 'x' } }));
const deleteTag = mutation<Things>('deleteTag', ({ tag: urn }) => ({ urn }));
const restoreTag = mutation<Things>('restoreTag', ({ tag: urn }) => ({ urn }));
const addTag = mutation<Things>('addTag', ({ tag, dataset }) => ({
  input: { tagUrn: tag, resourceUrn: dataset },
}));
const describe = mutation<Things>('updateDescription', ({ dataset }) => ({
  input: { resourceUrn: dataset, description: 'x' },
}));
const deleteEntity: Case<Things>['requests'][string] = (as, { dataset: urn }) =>
  as().post('/entities?action=delete', { urn });

/** Restoring and deletion of tags and entities. A summary ends with where the tag is. */
export async function deletion(t: Test, stage: Stage): Promise<void> {
  const { as } = stage;
  const { ask, prepare, readTags, exists } = things(stage);

  async function tryOutcomes(
    requests: Case<Things>['requests'],
    allowed: readonly string[],
    {
      before = async () => {},
      faults = {},
    }: {
      before?: (subject: Things) => Promise<unknown>;
      faults?: NonNullable<Case<Things>['faults']>;
    } = {},
  ): Promise<void> {
    await tryCase(t, stage, Object.keys(requests).join(', '), {
      requests,
      faults,
      async prepare() {
        const subject = await prepare();
        await before(subject);
        return subject;
      },
      async check(subject, played) {
        // A tag that comes back brings to light what was left of the one before.
        const isThere = await exists(subject.tag);
        if (!isThere) await createTag(as, subject);
        const found = [isThere ? 'tag' : 'no tag', ...(await readTags(subject))].join(' ');
        const outcomes = { ...played.outcomes, found };
        return rejectOthers(allowed, { ...played, outcomes });
      },
    });
  }
  /** The tag is on the dataset, and was deleted. */
  const removed = async (subject: Things) => {
    await addTag(as, subject);
    await deleteTag(as, subject);
  };

  await tryOutcomes({ addTag, deleteTag }, ['done done no tag', 'NOT_FOUND done no tag'], {
    faults: { 'a tag that is added without a lock on it': without(/FOR KEY SHARE( SKIP LOCKED)?/) },
  });
  await tryOutcomes({ restoreTag, createTag }, ['done CONFLICT tag here', 'CONFLICT done tag'], {
    before: removed,
  });
  await tryOutcomes(
    { restoreTag, deleteTag },
    ['done done no tag', 'done NOT_FOUND tag here', 'CONFLICT done no tag'],
    {
      before: removed,
    },
  );
  await tryCase(t, stage, 'restoreTag of a tag that an earlier deletion has, too, deleteTag', {
    requests: { restoreTag, deleteTag },
    async prepare() {
      const subject = await prepare();
      await deleteTag(as, subject);
      await createTag(as, subject);
      return subject;
    },
    async check({ tag }, played) {
      const { tag: found } = await ask('query ($tag: String!) { tag(urn: $tag) { properties { name } } }', {
        tag,
      });
      const outcomes = { ...played.outcomes, found: `named ${found?.properties.name}` };
      const allowed = ['done done named x', 'CONFLICT done named undefined'];
      return rejectOthers(allowed, { ...played, outcomes });
    },
  });
  await tryOutcomes(
    { restoreTag, restoreAgain: restoreTag },
    [
      'done CONFLICT tag here',
      'CONFLICT done tag here',
      'done done tag here',
      'done NOT_FOUND tag here',
      'NOT_FOUND done tag here',
    ],
    { before: removed },
  );
  await tryOutcomes({ restoreTag, addTag }, ['done done tag here', 'done NOT_FOUND tag here'], {
    before: removed,
  });
  await tryOutcomes({ restoreTag, deleteEntity }, ['done done tag'], { before: removed });
  await tryOutcomes({ addTag, deleteEntity }, ['done done tag', 'NOT_FOUND done tag']);
  await tryOutcomes({ describe, deleteEntity }, ['done done tag', 'NOT_FOUND done tag']);
  await tryOutcomes({ addTag, deleteEntity, deleteTag }, [
    'done done done no tag',
    'NOT_FOUND done done no tag',
  ]);
}
