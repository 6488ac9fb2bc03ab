import type { RecordedEvent } from '../../audit/event.js';
import { defaultPageSize } from '../../core/pagination.js';
import { builder } from './builder.js';

const AuditEvent = builder.objectRef<RecordedEvent>('AuditEvent').implement({
  description: 'An act that concerns access or cannot be undone, or refused authentications of one minute.',
  fields: (t) => ({
    timeMillis: t.field({
      type: 'Long',
      nullable: false,
      description: 'When it was done.',
      resolve: ({ time }) => time,
    }),
    type: t.exposeString('type', { nullable: false, description: 'Such as `CreateAccessTokenEvent`.' }),
    outcome: t.exposeString('outcome', {
      nullable: false,
      description: 'SUCCESS, or FAILURE for refused authentications.',
    }),
    actorUrn: t.exposeString('actorUrn', {
      description: 'Who did it. Null for refused authentications.',
    }),
    actedForUrn: t.exposeString('actedFor', {
      description:
        'The user for whom it was done, such as the one that a token acts as, if that is another one.',
    }),
    subjectUrn: t.exposeString('subject', {
      description: 'What it was done to: a URN, or the name of a time-series index.',
    }),
    subjectType: t.exposeString('subjectType', {
      description: "The type of the subject's URN, such as `tag`.",
    }),
    aspectName: t.exposeString('aspect', { description: 'The aspect that it was done to, if it was one.' }),
    requestId: t.exposeString('requestId', {
      description: 'The id of the request, as in the log and in the answer’s header X-Request-Id.',
    }),
    address: t.exposeString('address', {
      description: 'The client’s address. For refused authentications an IPv4 address or a /64 of IPv6.',
    }),
    userAgent: t.exposeString('userAgent', { description: 'What the client said it is.' }),
    transport: t.exposeString('transport', { description: 'GRAPHQL, OPENAPI, RESTLI, BROWSER or CONSOLE.' }),
    detail: t.exposeString('detail', { description: 'Further facts, as the text of a JSON object.' }),
  }),
});

const AuditEventsInput = builder.inputType('AuditEventsInput', {
  description: 'Which audit events. An event has to match one value of each list that is not empty.',
  fields: (t) => ({
    start: t.int({
      defaultValue: 0,
      description: 'How many events to skip. With `endTimeMillis`, new events do not shift the pages.',
    }),
    count: t.int({ defaultValue: defaultPageSize, description: 'The size of the page.' }),
    types: t.stringList({ description: 'Such as `CreateAccessTokenEvent`.' }),
    actorUrns: t.stringList({ description: 'Who did it.' }),
    actedForUrns: t.stringList({ description: 'For whom it was done, if that is another user.' }),
    subjectUrns: t.stringList({ description: 'What it was done to.' }),
    entityTypes: t.stringList({ description: 'The type of what it was done to, such as `tag`.' }),
    aspectNames: t.stringList({ description: 'The aspect that it was done to.' }),
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
    start: t.exposeInt('start', { nullable: false, description: 'How many events were skipped.' }),
    count: t.exposeInt('count', { nullable: false, description: 'The requested page size.' }),
    total: t.exposeInt('total', { nullable: false, description: 'How many events match, at most 10,000.' }),
    events: t.expose('events', { type: [AuditEvent], nullable: false, description: 'The page.' }),
  }),
});

builder.queryField('auditEvents', (t) =>
  t.field({
    type: AuditEventsResult,
    nullable: false,
    description: 'Searches audit events. Needs Search Audit Events.',
    args: {
      input: t.arg({ type: AuditEventsInput, required: true, description: 'Which events.' }),
    },
    resolve: (_, { input }, { services, actor }) => {
      const { start, count, startTimeMillis: from, endTimeMillis: to, types, actorUrns } = input;
      const { subjectUrns: subjects, entityTypes: subjectTypes, aspectNames: aspects, actedForUrns } = input;
      const criteria = { from, to, types, actorUrns, actedForUrns, subjects, subjectTypes, aspects };
      return services.audit.list(actor, criteria, { start, count });
    },
  }),
);
