import { useSignal } from '@preact/signals';
import { useQuery } from '../../api/use-query.js';
import { type Rights, useRights } from '../../api/use-rights.js';
import { Button } from '../../kit/button.js';
import { Chips } from '../../kit/chips.js';
import { Empty } from '../../kit/empty.js';
import { Icon } from '../../kit/icon.js';
import { Loaded } from '../../kit/loaded.js';
import { Page } from '../../kit/page.js';
import { numberText } from '../../model/numbers.js';
import { type Act, type Change, findOutcomes, groupChanges } from './change.js';
import { ChangeLine } from './change-line.js';
import { countChanges, type Kind, kinds, listChanges } from './request.js';
import { UndoAct } from './undo-act.js';
import './history.css';

type Entity = NonNullable<Parameters<typeof useRights>[0]>;

interface HistoryProps {
  /** Absent: the changes of all entities. */
  entity?: Entity;
  /** The path of the only column whose changes are shown at first; empty: all. */
  column?: string;
}

const pageSize = 50;
/** Lines of one page. Earlier changes can be read by kind and by column. */
const maxShown = 500;

/** What has changed about an entity, by day, the newest first. */
export function History({ entity, column = '' }: HistoryProps) {
  const rights = useRights(entity ?? null);
  const kind = useSignal<Kind>('all');
  const path = useSignal(column);
  const count = useSignal(pageSize);
  const input = (of: Kind) => ({
    ...(entity && { urn: entity.urn }),
    ...(path.value !== '' && { fieldPath: path.value }),
    categories: [...kinds[of][1]],
  });
  const names = Object.keys(kinds) as Kind[];
  const counts = useQuery(
    countChanges,
    Object.fromEntries(names.map((name) => [name, input(name)])) as Record<Kind, ReturnType<typeof input>>,
  );
  const query = useQuery(listChanges, { input: { ...input(kind.value), count: count.value } });
  const shown = names.filter((name) => name === 'all' || name === kind.value || counts.data?.[name].total);
  return (
    <section class="stack" aria-label="History">
      <div class="tools">
        <Chips<Kind>
          label="Kind of change"
          value={kind.value}
          options={shown.map((name) => [
            name,
            kinds[name][0],
            counts.data ? numberText(counts.data[name].total) : '',
          ])}
          onChange={(value) => {
            kind.value = value;
            count.value = pageSize;
          }}
        />
        {path.value !== '' && (
          <button
            type="button"
            class="chip filter"
            aria-pressed="true"
            onClick={() => {
              path.value = '';
            }}
          >
            Column <code dir="auto">{path.value}</code>
            <Icon name="x" />
            <span class="hidden">Show all columns</span>
          </button>
        )}
      </div>
      <Loaded
        query={query}
        label="Changes"
        isEmpty={({ changes }) => changes.changes.length === 0}
        empty={<NoChanges />}
      >
        {({ changes: { changes, total } }) => (
          <>
            <Days changes={changes} {...(entity && { rights })} />
            <Earlier
              changes={changes}
              total={total}
              onMore={() => {
                count.value = Math.min(count.value + pageSize, maxShown);
              }}
            />
          </>
        )}
      </Loaded>
    </section>
  );
}

const NoChanges = () => (
  <Empty icon="clock" title="No changes yet">
    <p>Changes are recorded from now on, for as long as the operators of this catalog keep them.</p>
  </Empty>
);

/** @param rights over the entity; absent: the changes are of several entities */
function Days({ changes, rights }: { changes: readonly Change[]; rights?: Rights }) {
  const outcomes = findOutcomes(changes);
  return (
    <div class="history">
      {groupByDay(groupChanges(changes)).map(([day, acts]) => (
        <section key={day}>
          <h2 class="day">{dayText(acts[0]!.changes[0].time)}</h2>
          <ol>
            {acts.map((act) => (
              <ChangeLine key={act.changes[0].id} act={act} showsEntity={rights === undefined}>
                {rights && <UndoAct act={act} outcomes={outcomes} rights={rights} />}
              </ChangeLine>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface EarlierProps {
  changes: readonly Change[];
  total: number;
  onMore(): void;
}

function Earlier({ changes, total, onMore }: EarlierProps) {
  if (changes.length >= total) return null;
  return (
    <p class="pager">
      {changes.length < maxShown ? (
        <Button onClick={onMore}>Show earlier</Button>
      ) : (
        <span>Choose a kind of change to see earlier ones.</span>
      )}
      <span>
        {numberText(changes.length)} of {numberText(total)}
        {total === maxTotal && ' or more'} changes
      </span>
    </p>
  );
}

/** The service counts no further. */
const maxTotal = 10_000;

/** What has changed in the whole catalog. */
export default function Changes() {
  return (
    <Page title="Recently changed" about="Changes of metadata, with deleted tags under Other.">
      <History />
    </Page>
  );
}

const sameYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long' });
const anyYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

const startOfDay = (ms: number) => new Date(ms).setHours(0, 0, 0, 0);

/** @param time ms since the epoch @returns as in "Today, 25 November" */
function dayText(time: number, now = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (startOfDay(time) === startOfDay(now)) return `Today, ${sameYear.format(time)}`;
  if (startOfDay(time) === startOfDay(yesterday.getTime())) return 'Yesterday';
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? sameYear : anyYear).format(time);
}

/** Returns acts by the day on which they were done, in the time zone of the person. */
function groupByDay(acts: readonly Act[]): [day: number, acts: Act[]][] {
  const days: [number, Act[]][] = [];
  for (const act of acts) {
    const day = startOfDay(act.changes[0].time);
    if (days.at(-1)?.[0] === day) days.at(-1)![1].push(act);
    else days.push([day, [act]]);
  }
  return days;
}
