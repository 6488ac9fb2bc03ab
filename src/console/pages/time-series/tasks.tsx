import { useEffect, useRef } from 'preact/hooks';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { reloadAll } from '../../api/reload.js';
import { mutate } from '../../api/request.js';
import { useQuery } from '../../api/use-query.js';
import { Bar } from '../../kit/bar.js';
import { FormDialog } from '../../kit/form-dialog.js';
import { Loaded } from '../../kit/loaded.js';
import { say } from '../../kit/messages.js';
import { Time } from '../../kit/time.js';
import { useDialog } from '../../kit/use-dialog.js';
import { numberText } from '../../model/numbers.js';

const list = graphql(`
  query TruncationTasks {
    truncationTasks(count: 5) {
      id
      entity
      aspect
      endTimeMillis
      state
      reason
      total
      deleted
      createdAt
      finishedAt
    }
  }
`);

const cancel = graphql(`
  mutation CancelTruncation($id: String!) {
    cancelTruncation(id: $id)
  }
`);

type Task = ResultOf<typeof list>['truncationTasks'][number];

/** The pause between two looks at a task that runs. */
const pollMs = 1_000;

/** The last truncations, those that run with their progress. */
export function Tasks() {
  const query = useQuery(list, {});
  const dialog = useDialog();
  const isRunning = query.data?.truncationTasks.some(({ state }) => state === 'RUNNING') ?? false;
  const wasRunning = useRef(false);
  useEffect(() => {
    // The sizes of the indices have changed.
    if (wasRunning.current && !isRunning) reloadAll();
    wasRunning.current = isRunning;
    if (!isRunning || query.isLoading) return;
    const timer = setTimeout(query.reload, pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, query.isLoading, query.reload]);

  return (
    <Loaded query={query} label="Truncations">
      {({ truncationTasks: tasks }) =>
        tasks.length > 0 && (
          <section class="box stack" aria-label="Truncations">
            <h2>Truncations</h2>
            <ul class="plain-list">
              {tasks.map((task) => (
                <li key={task.id} class="row apart">
                  <TaskLine task={task} />
                  {task.state === 'RUNNING' && may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE') && (
                    <button
                      type="button"
                      onClick={() => dialog.open((close) => <Cancel task={task} onClose={close} />)}
                    >
                      Cancel {task.aspect} …
                    </button>
                  )}
                </li>
              ))}
            </ul>
            {dialog.shown}
          </section>
        )
      }
    </Loaded>
  );
}

const Cancel = ({ task: { id, aspect }, onClose }: { task: Task; onClose(): void }) => (
  <FormDialog
    title={`Cancel the truncation of ${aspect}?`}
    submit="Cancel the truncation"
    isDanger
    needs="TRUNCATE_TIMESERIES_INDEX_PRIVILEGE"
    onClose={onClose}
    onSubmit={async () => {
      const { cancelTruncation } = await mutate(cancel, { id });
      say(cancelTruncation ? 'The truncation is canceled.' : 'The truncation had already ended.');
    }}
  >
    <p>Events that are already deleted stay deleted.</p>
  </FormDialog>
);

const states = { RUNNING: 'runs', COMPLETED: 'completed', CANCELED: 'canceled', FAILED: 'failed' } as const;

function TaskLine({ task }: { task: Task }) {
  const { entity, aspect, endTimeMillis, state, reason, total, deleted, createdAt, finishedAt } = task;
  return (
    <span class="row">
      <span>
        {aspect} of {entity}, up to {new Date(endTimeMillis).toISOString().slice(0, 10)}: {states[state]}{' '}
        <Time ms={finishedAt ?? createdAt} />
        {reason && `, because ${reason}`}
      </span>
      <Bar
        part={total > 0 ? deleted / total : state === 'COMPLETED' ? 1 : 0}
        text={`${numberText(deleted)} of ${numberText(total)} events`}
      />
    </span>
  );
}
