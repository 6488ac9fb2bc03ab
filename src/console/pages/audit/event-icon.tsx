import { Icon, type IconName } from '../../kit/icon.js';
import type { AuditEvent } from './request.js';
import { readDetail } from './told.js';

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
export const EventIcon = ({ event }: { event: AuditEvent }) => (
  <span class={event.outcome === 'FAILURE' ? 'bad' : 'faint'}>
    <Icon
      name={
        byType.find(([type]) => type.test(event.type))?.[1] ??
        byCategory[`${readDetail(event).category}`] ??
        'pencil'
      }
    />
  </span>
);
