import { useEffect, useRef } from 'preact/hooks';
import { graphql, type ResultOf } from '../../../client/documents.js';
import { may } from '../../api/caller.js';
import { reloadAll } from '../../api/reload.js';
import { mutate } from '../../api/request.js';
import { useQuery } from '../../api/use-query.js';
import { Bar } from '../../kit/bar.js';
import { Button } from '../../kit/button.js';
import { say } from '../../kit/messages.js';
import { Failure } from '../../kit/notice.js';
import { Time } from '../../kit/time.js';
import { type DialogState, useDialog } from '../../kit/use-dialog.js';
import { dayMs, dayName } from '../../model/days.js';
import { numberText } from '../../model/numbers.js';
import { counted } from '../../model/text.js';
import { useNames } from '../../model/use-names.js';

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

const cancel = graphql('mutation CancelTruncation($id: String!) { cancelTruncation(id: $id) }');

type Task = ResultOf<typeof list>['truncationTasks'][number];

/** The pause between two looks at a task that runs. */
const pollMs = 1_000;
/** For so long, a deletion that has ended is still shown. */
const recentMs = dayMs;

/** The deletions that run, with their progress, and those that ended in the last day. */
export function Tasks() {
  const query = useQuery(list, {});
  const dialog = useDialog();
  const tasks = query.data?.truncationTasks ?? [];
  const isRunning = tasks.some(({ state }) => state === 'RUNNING');
  const wasRunning = useRef(false);
  useEffect(() => {
    // The sizes of the indices have changed.
    if (wasRunning.current && !isRunning) reloadAll();
    wasRunning.current = isRunning;
    if (!isRunning || query.isLoading) return;
    const timer = setTimeout(query.reload, pollMs);
    return () => clearTimeout(timer);
  }, [isRunning, query.isLoading, query.reload]);

  const shown = tasks.filter(({ finishedAt }) => (finishedAt ?? Date.now()) > Date.now() - recentMs);
  const name = useNames(shown.map(({ reason }) => reasonUrn.exec(reason ?? '')?.[0] ?? null));
  if (query.error) return <Failure error={query.error} retry={query.reload} />;
  if (shown.length === 0) return null;
  return (
    <section aria-label="Deletions">
      <ul class="stack tight">
        {shown.map((task) => (
          <li key={task.id} class="frame running">
            <div class="head">
              <TaskText task={task} reason={task.reason?.replace(reasonUrn, name) ?? ''} />
              {task.state === 'RUNNING' && may('TRUNCATE_TIMESERIES_INDEX_PRIVILEGE') && (
                <Button
                  size="small"
                  aria-label={`Cancel the deletion of ${task.aspect} …`}
                  onClick={() => cancelTask(dialog, task)}
                >
                  Cancel …
                </Button>
              )}
            </div>
            {task.state === 'RUNNING' && (
              <div class="run-bar">
                <Bar parts={[task.total > 0 ? task.deleted / task.total : 0]} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {dialog.shown}
    </section>
  );
}

/** Reasons such as "canceled by urn:li:corpuser:jane" name users by their URN. */
const reasonUrn = /urn:li:corpuser:\S+/;

const cancelTask = ({ ask }: DialogState, { id, aspect }: Task) =>
  ask({
    title: `Cancel the deletion of ${aspect} events?`,
    submit: 'Cancel the deletion',
    onSubmit: async () => {
      const { cancelTruncation } = await mutate(cancel, { id });
      say(cancelTruncation ? 'Deletion canceled' : 'The deletion had already ended');
    },
    children: <p>Events that are already deleted stay deleted.</p>,
  });

const states = {
  RUNNING: ['warn', 'Deleting'],
  COMPLETED: ['good', 'Deleted'],
  CANCELED: ['off', 'Canceled: deletion of'],
  FAILED: ['bad', 'Failed: deletion of'],
} as const;

function TaskText({ task, reason }: { task: Task; reason: string }) {
  const { entity, aspect, endTimeMillis, state, total, deleted, finishedAt } = task;
  const [dot, verb] = states[state];
  return (
    <>
      <span class={`dot ${dot}`} />
      <strong title={`Events of ${entity}`}>
        {verb} {aspect} events up to {dayName(endTimeMillis)}
      </strong>
      <span class="soft small push" dir="auto">
        {state === 'RUNNING' ? (
          total === 0 ? (
            'counting the events'
          ) : (
            `${numberText(deleted)} of ${counted(total, 'event')}${timeLeft(task)}`
          )
        ) : (
          <>
            {counted(deleted, 'event')}, <Time ms={finishedAt} />
            {reason && `, ${reason}`}
          </>
        )}
      </span>
    </>
  );
}

/** As in ", about 3 min left"; empty before a tenth is done, because the pace is not known yet. */
function timeLeft({ total, deleted, createdAt }: Task): string {
  if (deleted < total / 10) return '';
  const minutes = ((Date.now() - createdAt) * (total - deleted)) / deleted / 60_000;
  return minutes < 1 ? ', less than a minute left' : `, about ${numberText(Math.round(minutes))} min left`;
}
