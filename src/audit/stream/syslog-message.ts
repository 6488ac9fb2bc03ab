import { hostname } from 'node:os';
import type { RecordedEvent } from '../event.js';
import { toLine } from './sink.js';

/** The facility "log audit" of RFC 5424. */
const facility = 13;
const severities = { SUCCESS: 6, FAILURE: 4 } as const;

/** Returns the characters that RFC 5424 allows in a name; "-" stands for none. */
const toName = (text: string, max: number) => text.replace(/[^!-~]/g, '').slice(0, max) || '-';

const host = toName(hostname(), 255);
const processId = process.pid;

/** Returns an event as a message of RFC 5424: the type as its MSGID, and the JSON as its text. */
export const toMessage = (event: RecordedEvent): string => {
  const priority = facility * 8 + severities[event.outcome];
  const time = new Date(event.time).toISOString();
  return `<${priority}>1 ${time} ${host} catalog ${processId} ${toName(event.type, 32)} - ${toLine(event)}`;
};
