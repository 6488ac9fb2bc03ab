import type { Test } from 'tap';
import { operator } from '../../src/core/actor.js';
import { truncationStore } from '../../src/timeseries/truncation/task-store.js';
import type { Answer } from '../support/catalog.js';
import { type Case, tryCase } from './case.js';
import type { Stage } from './stage.js';

interface Subject {
  readonly indexName: string;
  /** The running task; null: none. */
  readonly id: bigint | null;
}

type Request = Case<Subject>['requests'][string];

const found = (value: unknown): Answer => ({ status: 200, body: { value: String(value) }, headers: {} });
const now = 1_000_000;
const begin = (indexName: string) => ({
  ...{ indexName, endTimeMillis: 1, batchSize: 10, createdAt: now, deadline: null },
  createdBy: operator.urn,
});

const start: Request = async (_, { indexName }, db) =>
  found(await truncationStore(db).begin(begin(indexName), operator));
const cancel: Request = async (_, { id }, db) =>
  found(await truncationStore(db).cancel(id!, 'x', now, operator));
const claim: Request = async (_, __, db) => found((await truncationStore(db).claim('me', now, now + 1))?.id);
const finish: Request = async (_, { id }, db) =>
  found(
    await truncationStore(db).finish(
      { id: id!, workerId: 'me', until: now + 1 },
      { state: 'COMPLETED', reason: null, finishedAt: now },
    ),
  );

/** Truncation tasks, as processes start, take, end and cancel them. */
export async function tasks(t: Test, stage: Stage): Promise<void> {
  const { db } = stage;
  const store = truncationStore(db);
  let made = 0;

  const prepare = async (): Promise<Subject> => {
    await db.query('DELETE FROM truncation_tasks');
    return { indexName: `index_${made++}`, id: null };
  };
  const prepareTask = async (): Promise<Subject> => {
    const subject = await prepare();
    return { ...subject, id: await store.begin(begin(subject.indexName), operator) };
  };
  const prepareClaimed = async (): Promise<Subject> => {
    const subject = await prepareTask();
    await store.claim('me', now, now + 1);
    return subject;
  };
  const running = async () => (await store.list('RUNNING', 10)).map(({ id }) => String(id));

  await tryCase(t, stage, 'two starts', {
    prepare,
    requests: { start, startAgain: start },
    async check(_, { answers: { start, startAgain } }) {
      const all = [start!.body.value, startAgain!.body.value, ...(await running())];
      return new Set(all).size === 1 ? [] : [`tasks ${all}`];
    },
  });
  await tryCase(t, stage, 'start and cancel', {
    prepare: prepareTask,
    requests: { start, cancel },
    async check({ id }, { answers: { start, cancel }, precedes }) {
      const [given, left] = [start!.body.value, await running()];
      const isNew = given !== String(id);
      const isRight = isNew ? left.join() === given : left.length === 0 && !precedes('cancel', 'start');
      return isRight && cancel!.body.value === 'true' ? [] : [`${given} was given, ${left} run`];
    },
  });
  await tryCase(t, stage, 'two processes take a task', {
    prepare: prepareTask,
    requests: { claim, claimAgain: claim },
    async check({ id }, { answers: { claim, claimAgain } }) {
      const taken = [claim!.body.value, claimAgain!.body.value].filter((one) => one === String(id));
      return taken.length === 1 ? [] : [`${taken.length} processes have taken it`];
    },
  });
  await tryCase(t, stage, 'the end of a task, and cancel', {
    prepare: prepareClaimed,
    requests: { finish, cancel },
    async check({ id }, { answers: { cancel } }) {
      const state = (await store.find(id!))?.state;
      const expected = cancel!.body.value === 'true' ? 'CANCELED' : 'COMPLETED';
      return state === expected ? [] : [`cancel ${cancel!.body.value}, then ${state}`];
    },
  });
}
