import t, { type Test } from 'tap';
import type { AuditEventType, AuditRow } from '../../src/audit/event.js';
import { addRows } from '../../src/audit/store.js';
import { transaction } from '../../src/db/transaction.js';
import { readError } from '../access-tokens/api.js';
import { testCatalog } from '../support/catalog.js';
import { aspect, call, tagCatalog } from '../support/metadata.js';
import { auditEvents, readPage, searchPath } from './api.js';

const day = 86_400_000;

const row = (type: AuditEventType, subject: string, more: Partial<AuditRow> = {}): AuditRow => ({
  ...{
    type,
    outcome: 'SUCCESS',
    subject,
    subjectType: subject.split(':')[2]!,
    actorUrn: 'urn:li:corpuser:ann',
  },
  ...{
    actedFor: null,
    aspect: null,
    requestId: 'r',
    address: '192.0.2.1',
    userAgent: 'curl',
    transport: 'RESTLI',
  },
  detail: null,
  ...more,
});

/** A catalog with an event of every month of two years, two of the last hours, and who may read them. */
async function open(t: Test) {
  const catalog = await testCatalog(t);
  const auditor = await catalog.user('auditor', ['GET_AUDIT_EVENTS']);
  const now = Date.now();
  const add = (time: number, ...rows: AuditRow[]) => transaction(catalog.db, (tx) => addRows(tx, rows, time));
  for (let month = 0; month < 30; month += 1) {
    await add(Date.UTC(2020, month, 15), row('DeleteEntityEvent', `urn:li:tag:m${month}`));
  }
  const bob = {
    actorUrn: 'urn:li:corpuser:bob',
    actedFor: 'urn:li:corpuser:eve',
    aspect: 'status',
    detail: '{"name":"x"}',
  };
  await add(now - 2 * 3_600_000, row('CreatePolicyEvent', 'urn:li:dataHubPolicy:p', bob));
  await add(now - 2 * day, row('CreateUserEvent', 'urn:li:corpuser:b'));
  return { ...catalog, auditor, add, now };
}

t.test('auditEvents', async (t) => {
  const { auditor, now } = await open(t);
  const subjects = async (input: Record<string, unknown>) =>
    readPage(await auditEvents(auditor, input)).events.map(
      ({ subjectUrn }: { subjectUrn: string }) => subjectUrn,
    );

  t.test('returns the newest first, through more months than one statement names', async (t) => {
    const page = readPage(await auditEvents(auditor, { entityTypes: ['tag'], start: 1, count: 28 }));
    t.match(page, { start: 1, count: 28, total: 30 });
    t.strictSame(
      page.events.map(({ subjectUrn }: { subjectUrn: string }) => subjectUrn),
      Array.from({ length: 28 }, (_, i) => `urn:li:tag:m${28 - i}`),
    );
    t.strictSame(await subjects({ entityTypes: ['tag'], start: 27, count: 9 }), [
      ...['urn:li:tag:m2', 'urn:li:tag:m1', 'urn:li:tag:m0'],
    ]);
    t.strictSame(await subjects({ entityTypes: ['tag'], start: 30, count: 9 }), []);
    t.strictSame(await subjects({ count: 0 }), []);
  });

  t.test('filters by each field, by all of them together, and by time', async (t) => {
    const policy = ['urn:li:dataHubPolicy:p'];
    t.strictSame(await subjects({ types: ['CreatePolicyEvent', 'UpdatePolicyEvent'] }), policy);
    t.strictSame(await subjects({ actorUrns: ['urn:li:corpuser:bob'] }), policy);
    t.strictSame(await subjects({ actedForUrns: ['urn:li:corpuser:eve'] }), policy);
    t.strictSame(await subjects({ actedForUrns: ['urn:li:corpuser:bob'] }), []);
    t.strictSame(await subjects({ aspectNames: ['status'] }), policy);
    t.strictSame(await subjects({ subjectUrns: policy }), policy);
    t.strictSame(await subjects({ aspectNames: ['status'], types: ['CreateUserEvent'] }), []);
    t.strictSame(await subjects({ entityTypes: ['dataHubPolicy', 'corpuser'], types: [] }), [
      ...policy,
      'urn:li:corpuser:b',
    ]);
    const [startTimeMillis, endTimeMillis] = [Date.UTC(2020, 2, 15), Date.UTC(2020, 3, 15)];
    t.strictSame(await subjects({ startTimeMillis, endTimeMillis }), ['urn:li:tag:m3', 'urn:li:tag:m2']);
    t.strictSame(
      await subjects({ startTimeMillis: startTimeMillis + 1, endTimeMillis: endTimeMillis - 1 }),
      [],
    );
  });

  t.test('shows all of an event', async (t) => {
    const [event] = readPage(await auditEvents(auditor, { types: ['CreatePolicyEvent'] })).events;
    t.strictSame(event, {
      timeMillis: now - 2 * 3_600_000,
      kind: 'SECURITY',
      type: 'CreatePolicyEvent',
      outcome: 'SUCCESS',
      actorUrn: 'urn:li:corpuser:bob',
      actedForUrn: 'urn:li:corpuser:eve',
      subjectUrn: 'urn:li:dataHubPolicy:p',
      subjectType: 'dataHubPolicy',
      aspectName: 'status',
      requestId: 'r',
      address: '192.0.2.1',
      userAgent: 'curl',
      transport: 'RESTLI',
      detail: '{"name":"x"}',
    });
  });

  t.test('400: names the value that is wrong', async (t) => {
    const refused: [input: Record<string, unknown>, message: RegExp][] = [
      [{ start: 9_999, count: 2 }, /10001; at most 10000/],
      [{ types: ['DROP TABLE'] }, /"DROP TABLE" is not an event type/],
      [{ startTimeMillis: 2, endTimeMillis: 1 }, /2 is after the end time 1/],
      [{ startTimeMillis: -2 }, /start time is -2/],
      [{ actorUrns: new Array(101).fill('a') }, /actorUrns has 101 entries/],
      [{ subjectUrns: ['x'.repeat(513)] }, /subjectUrns contains/],
      [{ subjectUrns: ['\0'] }, /subjectUrns contains/],
    ];
    for (const [input, message] of refused) {
      const error = readError(await auditEvents(auditor, input));
      t.match(error, { code: 400, type: 'BAD_REQUEST' }, String(message));
      t.match(error?.message, message);
    }
  });
});

t.test('POST /openapi/v1/events/audit/search', async (t) => {
  const { auditor, add, now } = await open(t);
  const search = async (query: string, body: unknown = {}) => auditor.post(`${searchPath}?${query}`, body);
  const policies = { eventTypes: ['CreatePolicyEvent'] };

  t.test('200: DataHub’s form, by default of the last day', async (t) => {
    const { status, body } = await search('', { entityTypes: ['dataHubPolicy', 'corpuser'] });
    t.equal(status, 200);
    t.strictSame(body, {
      nextScrollId: null,
      count: 1,
      total: 1,
      usageEvents: [
        {
          eventType: 'CreatePolicyEvent',
          timestamp: now - 2 * 3_600_000,
          actorUrn: 'urn:li:corpuser:bob',
          sourceIP: '192.0.2.1',
          eventSource: 'RESTLI',
          userAgent: 'curl',
          telemetryTraceId: 'r',
          entityUrn: 'urn:li:dataHubPolicy:p',
          entityType: 'dataHubPolicy',
          aspectName: 'status',
          rawUsageEvent: body.usageEvents[0].rawUsageEvent,
        },
      ],
    });
    t.match(body.usageEvents[0].rawUsageEvent, { detail: { name: 'x' }, outcome: 'SUCCESS' });
    const without = await search('includeRaw=false', policies);
    t.equal('rawUsageEvent' in without.body.usageEvents[0], false);
  });

  t.test('200: under all prefixes, and without a body', async (t) => {
    for (const prefix of ['', '/gms', '/api/gms']) {
      t.match(await auditor.post(`${prefix}${searchPath}?startTime=0&size=1`), {
        status: 200,
        body: { count: 1 },
      });
    }
  });

  t.test('200: pages that new events do not shift', async (t) => {
    const seen: string[] = [];
    let scrollId: string | null = '';
    for (let pages = 0; scrollId !== null && pages < 9; pages += 1) {
      const { body } = await search(`startTime=0&size=7&scrollId=${scrollId}`, { entityTypes: ['tag'] });
      seen.push(...body.usageEvents.map(({ entityUrn }: { entityUrn: string }) => entityUrn));
      scrollId = body.nextScrollId;
      await add(now, row('DeleteEntityEvent', `urn:li:tag:new${pages}`));
    }
    t.strictSame(
      seen,
      Array.from({ length: 30 }, (_, i) => `urn:li:tag:m${29 - i}`),
    );
  });

  t.test('200: types that only DataHub has match nothing', async (t) => {
    t.match(await search('startTime=0', { eventTypes: ['EntityEvent'] }), {
      status: 200,
      body: { total: 0 },
    });
  });

  t.test('400: wrong parameters', async (t) => {
    for (const query of [
      'startTime=x',
      'startTime=-2',
      'size=-1',
      'size=1001',
      'scrollId=x',
      'includeRaw=1',
    ]) {
      t.equal((await search(query)).status, 400, query);
    }
    for (const body of [[], { eventTypes: 'x' }, { eventTypes: [1] }, { eventTypes: ['no type'] }]) {
      t.equal((await search('', body)).status, 400, JSON.stringify(body));
    }
  });
});

t.test('changes of metadata', async (t) => {
  const catalog = await tagCatalog(t);
  const { db, editor } = catalog;
  const auditor = await catalog.user('auditor', ['GET_AUDIT_EVENTS']);
  const list = async (input: object) => readPage(await auditEvents(auditor, { count: 100, ...input }));
  const urn = await catalog.dataset('id');
  const [tag, other] = await catalog.tags('pii', 'other');
  for (const name of ['addTag', 'removeTag'] as const)
    await call(editor, name, { input: { tagUrn: tag, resourceUrn: urn } });

  t.test('appear once, with what changed and without values', async (t) => {
    await catalog.put(aspect(urn, 'datasetProperties', { name: urn, description: 'a value' }));
    const { events } = await list({ subjectUrns: [urn], kinds: ['METADATA'] });
    t.match(events.at(-1), { type: 'CreateEntityEvent', subjectUrn: urn, aspectName: null });
    const [described, removed, added] = events;
    t.match(JSON.parse(described.detail), { category: 'DOCUMENTATION', operation: 'ADD' });
    t.notMatch(described.detail, /a value/);
    t.match(removed, {
      ...{ kind: 'METADATA', type: 'UpdateAspectEvent', outcome: 'SUCCESS', actorUrn: editor.urn },
      ...{ subjectUrn: urn, subjectType: 'dataset', aspectName: 'globalTags', transport: 'GRAPHQL' },
      ...{ requestId: /^[\da-f-]{36}$/, address: '127.0.0.1', userAgent: /./ },
    });
    t.match(JSON.parse(removed.detail), { category: 'TAG', operation: 'REMOVE', modifier: tag });
    const { changeId } = JSON.parse(added.detail);
    const { changes } = await catalog.read(
      'query ($urn: String!) { changes(input: {urn: $urn}) { changes { id } } }',
      { urn },
    );
    t.ok(
      changes.changes.some(({ id }: { id: string }) => id === changeId),
      'the history has it',
    );
  });

  t.test('the deletion of a tag is one event', async (t) => {
    await call(editor, 'addTag', { input: { tagUrn: other, resourceUrn: urn } });
    await call(editor, 'deleteTag', { urn: other });
    const { events } = await list({ subjectUrns: [other] });
    t.strictSame(
      events.map(({ type }: { type: string }) => type).filter((type: string) => type !== 'UpdateAspectEvent'),
      ['DeleteEntityEvent', 'CreateEntityEvent'],
    );
  });

  t.test('are found by kind, type, subject, type of subject, aspect, actor and time', async (t) => {
    const only = async (input: object, test: (event: Record<string, unknown>) => boolean) => {
      const { total, events } = await list(input);
      t.ok(total > 0 && events.every(test), JSON.stringify(input));
      return events;
    };
    const [newest] = await only({ kinds: ['METADATA'] }, ({ kind }) => kind === 'METADATA');
    await only({ kinds: ['SECURITY'] }, ({ kind }) => kind === 'SECURITY');
    await only({ types: ['CreateEntityEvent'] }, ({ type }) => type === 'CreateEntityEvent');
    await only({ types: ['UpdateAspectEvent'] }, ({ type }) => type === 'UpdateAspectEvent');
    await only({ entityTypes: ['dataset'] }, ({ subjectType }) => subjectType === 'dataset');
    await only({ aspectNames: ['globalTags'] }, ({ aspectName }) => aspectName === 'globalTags');
    await only({ actorUrns: [editor.urn] }, ({ actorUrn }) => actorUrn === editor.urn);
    const from = newest.timeMillis;
    await only({ startTimeMillis: from }, ({ timeMillis }) => Number(timeMillis) >= from);
    t.equal((await list({ kinds: ['METADATA'], actedForUrns: [editor.urn] })).total, 0);
    t.equal((await list({ kinds: ['METADATA'], types: ['CreatePolicyEvent'] })).total, 0);
    t.equal((await list({ kinds: ['METADATA'], endTimeMillis: 1 })).total, 0);
  });

  t.test('have one order with the other events, and pages that are exact', async (t) => {
    const time = Date.now() - 30 * 60_000;
    const subjectUrns = ['urn:li:tag:mixed'];
    for (let at = 0; at < 12; at += 1) {
      await transaction(db, (tx) =>
        addRows(
          tx,
          [row('DeleteAspectEvent', subjectUrns[0]!), row('DeleteAspectEvent', subjectUrns[0]!)],
          time + (at >> 2),
        ),
      );
      await db.query(
        `INSERT INTO change_events (time, entity_urn, field_path, aspect, category, operation, actor_urn)
         SELECT $1::bigint, $2::text, '', 'tagProperties', 'PROPERTIES', 'MODIFY', 'urn:li:corpuser:ann'
           FROM generate_series(1, 3)`,
        [time + (at >> 1), subjectUrns[0]],
      );
    }
    const { total, events } = await list({ subjectUrns });
    t.equal(total, 60);
    const toKey = (event: Record<string, unknown>) => `${event.timeMillis} ${event.kind} ${event.detail}`;
    const keys = events.map(toKey);
    t.strictSame(
      events.map(({ timeMillis }: { timeMillis: number }) => timeMillis),
      events
        .map(({ timeMillis }: { timeMillis: number }) => timeMillis)
        .sort((a: number, b: number) => b - a),
    );
    const paged: string[] = [];
    for (let start = 0; start < 63; start += 7)
      paged.push(...(await list({ subjectUrns, start, count: 7 })).events.map(toKey));
    t.strictSame(paged, keys);
    const scrolled: string[] = [];
    for (let scrollId: string | null = ''; scrollId !== null; ) {
      const {
        body,
      }: {
        body: { nextScrollId: string | null; usageEvents: { rawUsageEvent: { id: number; kind: string } }[] };
      } = await auditor.post(`${searchPath}?size=7&scrollId=${scrollId}`, {
        entityTypes: ['tag'],
        eventTypes: ['DeleteAspectEvent', 'UpdateAspectEvent'],
        actorUrns: ['urn:li:corpuser:ann'],
      });
      scrolled.push(...body.usageEvents.map(({ rawUsageEvent: { kind, id } }) => `${kind} ${id}`));
      scrollId = body.nextScrollId;
    }
    t.equal(scrolled.length, 60);
    t.equal(new Set(scrolled).size, 60);
  });
});
