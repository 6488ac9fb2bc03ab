import { useRef } from 'preact/hooks';
import { numberText } from '../../model/numbers.js';
import { listed } from '../../model/text.js';
import { Line, type Mark, Part } from './part.js';
import { isCrowded, lateReplicaSeconds, slowLoopMs } from './problems.js';
import type { ServiceHealth, Truncations, Webhooks } from './request.js';

interface FactsProps {
  health: ServiceHealth;
}

const states: Readonly<Record<ServiceHealth['status'], readonly [mark: Mark, text: string]>> = {
  OK: ['good', 'ready'],
  STOPPING: ['warn', 'stopping'],
  UNAVAILABLE: ['bad', 'unavailable'],
};

export function ServicePart({ health }: FactsProps) {
  const { status, version, nodeVersion, uptimeSeconds, eventLoopDelayMillis: delay } = health;
  const [mark, text] = states[status];
  return (
    <Part icon="pulse" title="Service">
      <Line name="State" mark={mark}>
        {text}
      </Line>
      <Line name="Version">{version}</Line>
      <Line name="Node.js">{nodeVersion}</Line>
      <Line name="Running for">{durationText(uptimeSeconds)}</Line>
      <Line name="Event loop delay" mark={delay === null ? 'off' : delay > slowLoopMs ? 'warn' : 'good'}>
        {delay === null ? (
          'not measured yet'
        ) : (
          <>
            <Trend value={delay} of={uptimeSeconds} />
            {numberText(Math.round(delay))} ms
          </>
        )}
      </Line>
    </Part>
  );
}

const kinds = { POSTGRESQL: 'PostgreSQL', EMBEDDED: 'PGlite, embedded' } as const;

export function DatabasePart({ health: { database, replica, search } }: FactsProps) {
  const pending = database.pendingMigrations;
  return (
    <Part icon="database" title="Database">
      <Line name="Kind">
        {kinds[database.kind]} {database.version}
      </Line>
      <Line name="Writes" mark={database.readOnly ? 'bad' : 'good'}>
        {database.readOnly ? 'refused: read-only' : 'accepted'}
      </Line>
      <Line name="Migrations" mark={pending.length > 0 ? 'warn' : 'good'}>
        {pending.length > 0 ? `not applied: ${listed(pending)}` : 'up to date'}
      </Line>
      <Line name="Replica" mark={replica === null ? 'off' : replicaMark(replica)}>
        {replica === null ? 'none' : replicaText(replica)}
      </Line>
      <Line
        name="Search index"
        mark={search.complete ? 'good' : 'warn'}
        {...(!search.complete && { share: search.done / Math.max(1, search.total) })}
      >
        {search.complete ? 'complete' : `${numberText(search.done)} of ${numberText(search.total)}`}
      </Line>
    </Part>
  );
}

type Replica = NonNullable<ServiceHealth['replica']>;

const replicaMark = ({ up, lagSeconds }: Replica): Mark =>
  !up || (lagSeconds ?? 0) > lateReplicaSeconds ? 'warn' : 'good';

function replicaText({ up, lagBytes, lagSeconds }: Replica): string {
  if (!up) return 'unavailable: reads use the primary';
  return `${numberText(Math.round(lagSeconds ?? 0))} s and ${numberText(lagBytes ?? 0)} bytes behind`;
}

/** The largest two units, as in "12 d 4 h". */
function durationText(seconds: number): string {
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3_600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  ) as [number, number, number];
  if (days > 0) return `${numberText(days)} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

const [shown, width, height] = [10, 64, 18];

/** The values since the page was opened, as a line for the eye. @param of changes with each measurement */
function Trend({ value, of }: { value: number; of: number }) {
  const values = useRef<readonly (readonly [of: number, value: number])[]>([]);
  if (values.current.at(-1)?.[0] !== of)
    values.current = [...values.current, [of, value] as const].slice(-shown);
  const largest = Math.max(...values.current.map(([, each]) => each), 1);
  const points = values.current.map(
    ([, each], index) => `${(index * width) / (shown - 1)} ${height - 1 - (each / largest) * (height - 2)}`,
  );
  if (points.length < 2) return null;
  return (
    <svg class="spark" width={width} height={height} aria-hidden="true">
      <path d={`M${points.join('L')}`} />
    </svg>
  );
}

interface WorkProps {
  health: ServiceHealth;
  /** Absent: the caller may not see them, or the service has not answered yet. */
  truncations: Truncations | undefined;
  webhooks: Webhooks | undefined;
}

const queues: Readonly<Record<string, string>> = {
  authentication: 'Token checks',
  guesses: 'Failed token checks',
  tokens: 'New tokens',
};

/** What runs and what waits. */
export const WorkPart = ({ health, truncations, webhooks }: WorkProps) => (
  <Part icon="layers" title="Work">
    {health.connectionPools.map(({ name, max, inUse, waiting }) => (
      <Line
        key={name}
        name={`Connections, ${name}`}
        mark={isCrowded({ max, waiting }) ? 'bad' : 'good'}
        share={inUse / Math.max(1, max)}
      >
        {numberText(inUse)} of {numberText(max)}
        {waiting > 0 && `, ${numberText(waiting)} waiting`}
      </Line>
    ))}
    {health.argon2Queues.map(({ name, active, waiting }) => (
      <Line key={name} name={queues[name] ?? name}>
        {numberText(active)} running, {numberText(waiting)} waiting
      </Line>
    ))}
    {truncations && <TruncationLine list={truncations} />}
    {webhooks && <WebhookLine webhooks={webhooks} />}
  </Part>
);

function TruncationLine({ list }: { list: Truncations }) {
  const sum = (read: (task: Truncations[number]) => number) =>
    list.reduce((all, task) => all + read(task), 0);
  const total = sum((task) => task.total);
  return (
    <Line name="Deletions of events" {...(total > 0 && { share: sum(({ deleted }) => deleted) / total })}>
      {numberText(list.length)} running
    </Line>
  );
}

function WebhookLine({ webhooks: { total, webhooks } }: { webhooks: Webhooks }) {
  const disabled = webhooks.filter(({ state }) => state === 'DISABLED').length;
  const paused = webhooks.filter(({ state }) => state === 'PAUSED').length;
  const failing = webhooks.filter((one) => one.state === 'ENABLED' && one.failingSince !== null).length;
  const problems = [
    ...(paused > 0 ? [`${numberText(paused)} paused`] : []),
    ...(disabled > 0 ? [`${numberText(disabled)} disabled`] : []),
    ...(failing > 0 ? [`${numberText(failing)} failing`] : []),
  ];
  return (
    <Line name="Webhooks" mark={total === 0 ? 'off' : problems.length > 0 ? 'warn' : 'good'}>
      {total === 0 ? 'none' : [numberText(total), ...problems].join(', ')}
    </Line>
  );
}
