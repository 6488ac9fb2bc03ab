import type { Test } from 'tap';
import { type Case, mutation, rejectOthers, tryCase, without } from './case.js';
import type { Stage } from './stage.js';
import { type Things, things } from './things.js';

interface Subject extends Things {
  /** The last change, which is undone, and its call. */
  readonly id: string;
  readonly changeSet: string;
}

type Requests = Case<Subject>['requests'];

const undo = mutation<Subject>('undoChange', ({ id }) => ({ id }));
const undoSet = mutation<Subject>('undoChanges', ({ changeSet }) => ({ changeSet }));
const writeDescription = (description: string) =>
  mutation<Things>('updateDescription', ({ dataset }) => ({ input: { resourceUrn: dataset, description } }));
const place = ({ tag, dataset }: Things) => ({ input: { tagUrn: tag, resourceUrn: dataset } });
const addTag = mutation<Things>('addTag', place);
const removeTag = mutation<Things>('removeTag', place);
const deleteTag = mutation<Things>('deleteTag', ({ tag: urn }) => ({ urn }));
const deleteEntity: Requests[string] = (as, { dataset: urn }) =>
  as().post('/entities?action=delete', { urn });

/** Undo is refused when what it undoes has changed since. */
export async function undoing(t: Test, stage: Stage): Promise<void> {
  const { as } = stage;
  const { prepare, ask, readTags, exists } = things(stage);

  /** @param change leaves the change that is undone */
  async function tryOutcomes(
    change: (subject: Things) => Promise<unknown>,
    read: (subject: Things) => Promise<string>,
    requests: Requests,
    allowed: readonly string[],
    faults: NonNullable<Case<Subject>['faults']> = {},
  ): Promise<void> {
    await tryCase<Subject>(t, stage, Object.keys(requests).join(', '), {
      requests,
      faults,
      async prepare() {
        const subject = await prepare();
        await change(subject);
        const { changes } = await ask(
          'query ($urn: String!) { changes(input: { urn: $urn, count: 1 }) { changes { id changeSet } } }',
          { urn: subject.dataset },
        );
        return { ...subject, ...changes.changes[0] };
      },
      async check(subject, played) {
        const outcomes = { ...played.outcomes, found: await read(subject) };
        return rejectOthers(allowed, { ...played, outcomes });
      },
    });
  }

  const readDescription = async ({ dataset }: Things) => {
    const { dataset: found } = await ask(
      'query ($urn: String!) { dataset(urn: $urn) { editableProperties { description } } }',
      { urn: dataset },
    );
    return found?.editableProperties?.description ?? 'none';
  };
  const showTag = async (subject: Things) =>
    (await exists(subject.tag)) ? ((await readTags(subject))[0] ?? 'none') : 'no tag';
  const describe = async (subject: Things) => {
    for (const text of ['first', 'second']) await writeDescription(text)(as, subject);
  };
  const third = writeDescription('third');
  const tagged = (subject: Things) => addTag(as, subject);

  const onlyOne = ['done CONFLICT', 'CONFLICT done'];
  const unlocked = { 'undo without a lock': without(/FOR (NO KEY )?UPDATE/) };
  await tryOutcomes(
    describe,
    readDescription,
    { undo, undoAgain: undo },
    onlyOne.map((one) => `${one} first`),
    unlocked,
  );
  await tryOutcomes(
    describe,
    readDescription,
    { undo, undoSet },
    onlyOne.map((one) => `${one} first`),
  );
  await tryOutcomes(
    describe,
    readDescription,
    { undo, third },
    ['done done third', 'CONFLICT done third'],
    unlocked,
  );
  await tryOutcomes(
    tagged,
    showTag,
    { undo, undoAgain: undo },
    onlyOne.map((one) => `${one} none`),
  );
  await tryOutcomes(tagged, showTag, { undo, removeTag }, ['done done none', 'CONFLICT done none']);
  await tryOutcomes(tagged, showTag, { undo, deleteTag }, ['done done no tag', 'CONFLICT done no tag']);
  await tryOutcomes(tagged, showTag, { undo, deleteEntity }, ['done done none', 'CONFLICT done none']);
  await tryOutcomes(tagged, showTag, { undo, undoSet, removeTag }, [
    ...['done CONFLICT done none', 'CONFLICT done done none', 'CONFLICT CONFLICT done none'],
  ]);
}
