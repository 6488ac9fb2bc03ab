import type { Test } from 'tap';
import { ingestUrl, proposal } from '../support/aspects.js';
import type { Answer } from '../support/catalog.js';
import { tagsWith } from '../support/metadata.js';
import { type Case, mutation, tryCase } from './case.js';
import type { As, Stage } from './stage.js';
import { type Things, things } from './things.js';

interface Subject extends Things {
  readonly other: Things;
  readonly offsetId: string;
}

const poll = (as: As, offsetId?: string): Promise<Answer> =>
  as().get(
    `/openapi/v1/events/poll?${new URLSearchParams({
      ...{ topic: 'PlatformEvent_v1', pollTimeoutSeconds: '0' },
      ...(offsetId && { offsetId }),
    })}`,
  );

interface Events {
  readonly events: readonly { readonly value: string }[];
}

/** The entities of the events of an answer, in order. */
const listEntities = ({ events }: Events): string[] =>
  events.map(({ value }) => JSON.parse(JSON.parse(value).payload.value).entityUrn);

/** Readers of the Events API get every change once, whenever it commits. */
export async function numbering(t: Test, stage: Stage): Promise<void> {
  const { as } = stage;
  const { prepare } = things(stage);
  const addTag = mutation<Subject>('addTag', ({ tag, dataset }) => ({
    input: { tagUrn: tag, resourceUrn: dataset },
  }));
  const ingest: Case<Subject>['requests'][string] = (as, { other }) =>
    as().post(ingestUrl, { proposal: proposal(other.dataset, 'globalTags', tagsWith(other.tagId)) });
  const read: Case<Subject>['requests'][string] = (as, { offsetId }) => poll(as, offsetId);
  const common: Pick<Case<Subject>, 'prepare'> = {
    async prepare() {
      const [one, other] = [await prepare(), await prepare()];
      return { ...one, other, offsetId: (await poll(as)).body.offsetId };
    },
  };

  /** Reads on from each of the answers of readers. */
  async function wrongReads({ dataset, other }: Subject, readers: readonly Answer[], count: number) {
    const expected = [dataset, other.dataset].slice(0, count).sort();
    const wrong: string[] = [];
    for (const { body } of readers) {
      const { body: rest } = await poll(as, body.offsetId);
      const found = [...listEntities(body), ...listEntities(rest)];
      if (JSON.stringify([...found].sort()) !== JSON.stringify(expected))
        wrong.push(`a reader got ${found.length} events of ${expected.length}: ${found}`);
    }
    return wrong;
  }

  await tryCase<Subject>(t, stage, 'two writers and a reader', {
    ...common,
    requests: { addTag, ingest, read },
    check: (subject, { answers }) => wrongReads(subject, [answers.read!], 2),
  });
  await tryCase<Subject>(t, stage, 'a writer, and another who reads after that', {
    ...common,
    requests: {
      ingest,
      async read(as, subject) {
        await addTag(as, subject);
        return poll(as, subject.offsetId);
      },
    },
    check: (subject, { answers }) => wrongReads(subject, [answers.read!], 2),
    // Ids are taken before the commit, so readers that go by them miss changes that commit later.
    faults: {
      'numbers that are the ids': (sql) =>
        sql.replace(
          'row_number() OVER (ORDER BY id) AS position',
          'id - (SELECT last_seq FROM change_log) AS position',
        ),
    },
  });
  await tryCase<Subject>(t, stage, 'a writer and two readers', {
    ...common,
    requests: { addTag, read, readAgain: read },
    check: (subject, { answers }) => wrongReads(subject, [answers.read!, answers.readAgain!], 1),
  });
}
