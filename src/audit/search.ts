import type { Actor } from '../core/actor.js';
import { lacking, maySearchAudit } from '../core/authorization.js';
import { type Clock, dayMs } from '../core/clock.js';
import { badRequest } from '../core/errors.js';
import { checkPage } from '../core/pagination.js';
import { warnOfSeconds } from '../core/seconds.js';
import { quoted } from '../core/urn.js';
import { auditEventTypes, changeEventTypes } from '../datahub/audit-event-types.js';
import type { Visibility } from '../visibility/visibility.js';
import type { AuditKind, AuditPosition } from './event.js';
import { maxTotal, type SearchStore } from './search-store.js';
import type { AuditFilter } from './source.js';

type Given<T> = T | null | undefined;

/** The events to return. An event matches if each non-empty list contains its value. */
export interface AuditCriteria {
  /** ms since the epoch, inclusive; default: the first event */
  readonly from?: Given<number>;
  /** ms since the epoch, inclusive; default: now */
  readonly to?: Given<number>;
  readonly kinds?: Given<readonly AuditKind[]>;
  readonly types?: Given<readonly string[]>;
  readonly subjectTypes?: Given<readonly string[]>;
  readonly aspects?: Given<readonly string[]>;
  readonly actorUrns?: Given<readonly string[]>;
  readonly actedForUrns?: Given<readonly string[]>;
  readonly subjects?: Given<readonly string[]>;
}

/** The size of a page in DataHub's form. */
const defaultSize = 10;

interface Deps {
  readonly store: SearchStore;
  readonly clock: Clock;
  readonly visibility: Visibility;
  readonly pageSizeMax: number;
}

export function auditSearch({ store, clock, visibility, pageSizeMax }: Deps) {
  const toVisible = (actor: Actor, criteria: AuditCriteria, now: number) => ({
    ...toFilter(actor, criteria, now),
    limit: visibility.limit(actor),
  });
  return {
    /**
     * Returns a page of the events that match and whose subject the caller may see, newest first, and their number up to
     * 10,000.
     *
     * @throws UNAUTHORIZED, BAD_REQUEST
     */
    async list(
      actor: Actor,
      criteria: AuditCriteria,
      given: { start?: Given<number>; count?: Given<number> },
    ) {
      checkRight(actor);
      const page = checkPage(given.start, given.count, pageSizeMax);
      if (page.start + page.count > maxTotal)
        throw badRequest(
          `start and count end at ${page.start + page.count}; at most ${maxTotal} events can be paged through. For ` +
            'older events, set endTimeMillis',
        );
      const filter = toVisible(actor, criteria, clock());
      const total = await store.count(filter, actor);
      return { ...page, total, events: await store.page(filter, page, actor) };
    },

    /**
     * Returns the page after a position in the same way, by default of the last day. New events do not shift the pages.
     *
     * @param scrollId of the page before
     * @returns `scrollId` null on the last page
     * @throws UNAUTHORIZED, BAD_REQUEST
     */
    async scroll(actor: Actor, criteria: AuditCriteria, size: number | undefined, scrollId: Given<string>) {
      checkRight(actor);
      const { count } = checkPage(0, size ?? Math.min(defaultSize, pageSizeMax), pageSizeMax);
      const now = clock();
      const filter = toVisible(actor, { ...criteria, from: criteria.from ?? now - dayMs }, now);
      const after = scrollId ? parsePosition(scrollId) : undefined;
      const total = await store.count(filter, actor);
      const found = await store.page(filter, { after, start: 0, count: count + 1 }, actor);
      const events = found.slice(0, count);
      const end = events.at(-1);
      return { total, events, scrollId: found.length > count && end ? toScrollId(end) : null };
    },
  };
}

function checkRight(actor: Actor) {
  if (!maySearchAudit(actor)) throw lacking(actor, 'search audit events', ['GET_AUDIT_EVENTS']);
}

const maxValues = 100;
const maxValue = 512;

function toFilter(actor: Actor, criteria: AuditCriteria, now: number): Omit<AuditFilter, 'limit'> {
  const { from, to } = { from: criteria.from ?? 0, to: criteria.to ?? now };
  for (const [name, time] of Object.entries({ 'start time': from, 'end time': to })) {
    if (!Number.isSafeInteger(time) || time < 0)
      throw badRequest(`the ${name} is ${time}; expected milliseconds since the epoch`);
    warnOfSeconds(actor, `the ${name}`, time);
  }
  if (from > to) throw badRequest(`the start time ${from} is after the end time ${to}`);
  return {
    from,
    to,
    kinds: criteria.kinds?.length ? criteria.kinds : null,
    types: checkList('types', criteria.types, checkType),
    subjectTypes: checkList('entityTypes', criteria.subjectTypes),
    aspects: checkList('aspectTypes', criteria.aspects),
    actorUrns: checkList('actorUrns', criteria.actorUrns),
    actedForUrns: checkList('actedForUrns', criteria.actedForUrns),
    subjects: checkList('subjectUrns', criteria.subjects),
  };
}

/** Returns null for an empty list too: DataHub's clients send one for any. */
function checkList(name: string, given: Given<readonly string[]>, check = (_: string) => {}) {
  if (!given || given.length === 0) return null;
  if (given.length > maxValues)
    throw badRequest(`${name} has ${given.length} entries; at most ${maxValues} are allowed`);
  for (const value of given) {
    if (value.length > maxValue || value.includes('\0')) {
      throw badRequest(
        `${name} contains ${quoted(value)}; expected at most ${maxValue} characters without U+0000`,
      );
    }
    check(value);
  }
  return given;
}

const known = [...auditEventTypes, ...changeEventTypes];

/** Types of DataHub that do not occur here match nothing, so that its scripts work. */
function checkType(type: string) {
  if (/^[A-Z][A-Za-z]*Event$/.test(type)) return;
  throw badRequest(`${quoted(type)} is not an event type; expected one of ${known.join(', ')}`);
}

/** The letter before the id of an event of a kind. */
const letters: Readonly<Record<AuditKind, string>> = { SECURITY: '', METADATA: 'm' };

const toScrollId = ({ time, kind, id }: AuditPosition) => `${time}-${letters[kind]}${id}`;

function parsePosition(scrollId: string): AuditPosition {
  const [, time, letter, id] = /^(\d{1,15})-(m?)(\d{1,15})$/.exec(scrollId) ?? [];
  if (time === undefined)
    throw badRequest(`scrollId is ${quoted(scrollId)}; expected the scrollId of the previous page`);
  return { time: Number(time), kind: letter === letters.METADATA ? 'METADATA' : 'SECURITY', id: Number(id) };
}
