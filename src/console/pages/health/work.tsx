import { numberText } from '../../model/numbers.js';
import { Line, Part } from './part.js';
import { isCrowded } from './problems.js';
import type { ServiceHealth, Truncations, Webhooks } from './request.js';

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
