import type { Signal } from '@preact/signals';
import { Fragment } from 'preact';
import type { AuditEvent } from '../../../client/audit.js';
import { IconButton } from '../../kit/button.js';
import { Icon, type IconName } from '../../kit/icon.js';
import { Avatar } from '../../kit/marks.js';
import { exactTime } from '../../kit/time.js';
import { useNamed } from '../../model/use-names.js';
import type { Filter } from './criteria.js';
import { Details } from './details.js';
import { sentence } from './sentence.js';
import { findName, mentioned, readDetail, type Told } from './told.js';
import './audit.css';

interface EventTableProps {
  events: readonly AuditEvent[];
  /** The events whose details are shown. */
  opened: Signal<ReadonlySet<string>>;
  onNarrow(changes: Partial<Filter>): void;
}

/** Events have no id. Those of one time and request differ in what they are about. */
const keyOf = ({ timeMillis, requestId, type, subjectUrn, address, detail }: AuditEvent): string =>
  [timeMillis, requestId, type, subjectUrn, address, detail].join(' ');

/** One line for each event, as a sentence. */
export function EventTable({ events, opened, onNarrow }: EventTableProps) {
  const named = useNamed(events.flatMap(mentioned));
  const toggle = (key: string) => {
    const next = new Set(opened.value);
    if (!next.delete(key)) next.add(key);
    opened.value = next;
  };
  return (
    <div class="frame">
      <table class="audit cards" role="table" aria-label="Events">
        <thead>
          <tr role="row">
            <th class="when" scope="col" role="columnheader">
              When
            </th>
            <th scope="col" role="columnheader">
              What
            </th>
            <th class="from" scope="col" role="columnheader">
              From
            </th>
            <th class="act" scope="col" role="columnheader">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => {
            const key = keyOf(event);
            const told: Told = { event, detail: readDetail(event), named };
            const isOpen = opened.value.has(key);
            return (
              <Fragment key={key}>
                <Row told={told} isOpen={isOpen} onToggle={() => toggle(key)} onNarrow={onNarrow} />
                {isOpen && (
                  <tr class="detail" role="row">
                    <td colSpan={4} role="cell">
                      <Details told={told} onNarrow={onNarrow} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  told: Told;
  isOpen: boolean;
  onToggle(): void;
  onNarrow(changes: Partial<Filter>): void;
}

function Row({ told, isOpen, onToggle, onNarrow }: RowProps) {
  const { event, named } = told;
  const { actorUrn, timeMillis } = event;
  const actor = findName(actorUrn ?? '', named);
  return (
    <tr class={isOpen ? 'opened' : undefined} role="row">
      <td class="soft nowrap full when-cell" role="cell">
        <time dateTime={new Date(timeMillis).toISOString()} title={exactTime(timeMillis)}>
          {timeText(timeMillis)}
        </time>
      </td>
      <td class="lead" role="cell">
        <span class="row one">
          <IconButton
            icon={isOpen ? 'down' : 'right'}
            label="Details"
            isSmall
            aria-expanded={isOpen}
            onClick={onToggle}
          />
          <EventIcon told={told} />
          <span class="cut">
            {actorUrn && (
              <span class="who" title={actorUrn}>
                <Avatar urn={actorUrn} name={actor} />
                <strong dir="auto">{actor}</strong>
              </span>
            )}{' '}
            {sentence(told)}
          </span>
        </span>
      </td>
      <td class="gone soft nowrap" role="cell">
        <span class="cut">{origin(told)}</span>
      </td>
      <td class="act gone" role="cell">
        {actorUrn && (
          <IconButton
            icon="filter"
            label={`Only events of ${actor}`}
            isSmall
            isQuiet
            onClick={() => onNarrow({ actor: actorUrn })}
          />
        )}
      </td>
    </tr>
  );
}

const minutes = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', hourCycle: 'h23' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const dayAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The time of an event of today; else its day, and its year if that is another one. */
function timeText(ms: number, now = new Date()): string {
  const date = new Date(ms);
  if (date.toDateString() === now.toDateString()) return clock.format(ms);
  if (date.getFullYear() !== now.getFullYear()) return dayAndYear.format(ms);
  return `${day.format(ms)}, ${minutes.format(ms)}`;
}

const transports: Readonly<Record<string, string>> = {
  GRAPHQL: 'GraphQL',
  OPENAPI: 'OpenAPI',
  RESTLI: 'Rest.li',
  BROWSER: 'Browser',
  CONSOLE: 'Server',
};

/** The program, where its name is known, else the way in. */
function origin({ event: { transport, userAgent }, detail }: Told): string {
  const catalog = /^catalog\/([\w.-]+)/.exec(userAgent ?? '');
  if (catalog) return `catalog ${catalog[1]}`;
  if (userAgent?.startsWith('Mozilla/')) return 'Browser';
  if (transport !== null) return transports[transport] ?? transport;
  return typeof detail.runId === 'string' ? 'Ingestion' : '';
}

/** The first that matches the type of the event. */
const byType: readonly (readonly [type: RegExp, icon: IconName])[] = [
  [/^FailedLogIn/, 'stop'],
  [/^LogIn/, 'enter'],
  [/^LogOut/, 'exit'],
  [/^(Delete(Entity|Aspect|References)|Truncate)/, 'trash'],
  [/Timeseries|Truncate/, 'series'],
  [/AccessToken/, 'key'],
  [/Group/, 'users'],
  [/User/, 'user'],
  [/Policy/, 'shield'],
  [/Webhook/, 'link'],
  [/^CreateEntity/, 'plus'],
];
const byCategory: Readonly<Record<string, IconName>> = {
  TAG: 'tag',
  GLOSSARY_TERM: 'term',
  OWNER: 'user',
  DOMAIN: 'domain',
  TECHNICAL_SCHEMA: 'table',
  DEPRECATION: 'warn',
};

/** What an event is about, at a glance; the sentence beside it says it. */
const EventIcon = ({ told: { event, detail } }: { told: Told }) => (
  <span class={event.outcome === 'FAILURE' ? 'bad' : 'faint'}>
    <Icon
      name={
        byType.find(([type]) => type.test(event.type))?.[1] ?? byCategory[`${detail.category}`] ?? 'pencil'
      }
    />
  </span>
);
