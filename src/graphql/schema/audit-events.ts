import { auditKinds, type RecordedEvent } from '../../audit/event.js';
import { defaultPageSize } from '../../core/pagination.js';
import { builder } from './builder.js';
import { enumValues } from './enum-values.js';
import { nonNull, pageFields, required } from './kit.js';

const AuditEventKind = builder.enumType('AuditEventKind', {
  description: 'What an event of the audit is about.',
  values: enumValues(auditKinds, {
    SECURITY: 'An operation that concerns access or cannot be undone.',
    METADATA: 'A change of metadata.',
  }),
});

const AuditEvent = builder.objectRef<RecordedEvent>('AuditEvent').implement({
  description:
    'An event of the audit: a change of access, an act that cannot be undone, the refused ' +
    'authentications of one minute, or a change of metadata.',
  fields: (t) => ({
    timeMillis: t.expose('time', nonNull('The time of the event, in milliseconds since the epoch.', 'Long')),
    kind: t.expose('kind', nonNull('The kind of the event.', AuditEventKind)),
    type: t.exposeString('type', nonNull('Such as `CreateAccessTokenEvent`.')),
    outcome: t.exposeString('outcome', nonNull('SUCCESS, or FAILURE for refused authentications.')),
    actorUrn: t.exposeString('actorUrn', {
      description: 'The actor. Null for refused authentications.',
    }),
    actedForUrn: t.exposeString('actedFor', {
      description:
        'The user on whose behalf the actor acted, such as the user of a created token. Null when ' +
        'that is the actor.',
    }),
    subjectUrn: t.exposeString('subject', {
      description: 'The subject of the event: a URN, or the name of a time-series index.',
    }),
    subjectType: t.exposeString('subjectType', {
      description: "The type of the subject's URN, such as `tag`.",
    }),
    aspectName: t.exposeString('aspect', { description: 'The aspect that the event is about, if any.' }),
    requestId: t.exposeString('requestId', {
      description:
        'The id of the request, as in the log and in the response header X-Request-Id. Null for changes of metadata, like ' +
        'the next three fields.',
    }),
    address: t.exposeString('address', {
      description:
        "The client's address. For refused authentications: an IPv4 address or an IPv6 /64 network.",
    }),
    userAgent: t.exposeString('userAgent', { description: "The client's User-Agent header." }),
    transport: t.exposeString('transport', { description: 'GRAPHQL, OPENAPI, RESTLI, BROWSER or CONSOLE.' }),
    detail: t.exposeString('detail', { description: 'Details, as the text of a JSON object.' }),
  }),
});

const AuditEventsInput = builder.inputType('AuditEventsInput', {
  description: 'The audit events to return. An event must match one value of each non-empty list.',
  fields: (t) => ({
    start: t.int({
      defaultValue: 0,
      description:
        'The number of events to skip. Set `endTimeMillis` so that new events do not shift the pages.',
    }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    kinds: t.field({ type: [AuditEventKind], description: 'The kinds of the events.' }),
    types: t.stringList({ description: 'Such as `CreateAccessTokenEvent`.' }),
    actorUrns: t.stringList({ description: 'The actors.' }),
    actedForUrns: t.stringList({ description: 'The users on whose behalf the actors acted.' }),
    subjectUrns: t.stringList({ description: 'The subjects of the events.' }),
    entityTypes: t.stringList({ description: 'The types of the subjects, such as `tag`.' }),
    aspectNames: t.stringList({ description: 'The aspects that the events are about.' }),
    startTimeMillis: t.field({ type: 'Long', description: 'Default: the first event.' }),
    endTimeMillis: t.field({ type: 'Long', description: 'Inclusive. Default: now.' }),
  }),
});

interface AuditEventsPage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  readonly events: readonly RecordedEvent[];
}

const AuditEventsResult = builder.objectRef<AuditEventsPage>('AuditEventsResult').implement({
  description: 'A page of audit events, the newest first.',
  fields: (t) => ({
    ...pageFields(t, 'events', 'matching events, at most 10,000'),
    events: t.expose('events', nonNull('The page.', [AuditEvent])),
  }),
});

builder.queryField('auditEvents', (t) =>
  t.field({
    ...nonNull('Searches audit events. Needs Search Audit Events.', AuditEventsResult),
    args: { input: t.arg(required('The events to return.', AuditEventsInput)) },
    resolve: (_, { input }, { services, actor }) => {
      const { start, count, startTimeMillis: from, endTimeMillis: to, kinds, types, actorUrns } = input;
      const { subjectUrns: subjects, entityTypes: subjectTypes, aspectNames: aspects, actedForUrns } = input;
      const criteria = { from, to, kinds, types, actorUrns, actedForUrns, subjects, subjectTypes, aspects };
      return services.audit.list(actor, criteria, { start, count });
    },
  }),
);
