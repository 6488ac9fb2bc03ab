import { isObject, type Json } from '../../json/lossless-json.js';

/** Who made a reference and when, as the object that contains the URN says. Times are in ms since the epoch. */
export interface EdgeStamps {
  readonly createdOn?: number;
  readonly createdActor?: string;
  readonly updatedOn?: number;
  readonly updatedActor?: string;
  /** DataHub's mark of edges that people have drawn. */
  readonly isManual?: true;
}

/** @returns null for an object without stamps */
export function readStamps({ created, lastModified, auditStamp, properties }: Json): EdgeStamps | null {
  const [first, last] = [readStamp(created), readStamp(lastModified) ?? readStamp(auditStamp)];
  const isManual = isObject(properties) && properties.source === 'UI';
  if (!first && !last && !isManual) return null;
  return {
    ...(first && { createdOn: first.time, ...(first.actor && { createdActor: first.actor }) }),
    ...(last && { updatedOn: last.time, ...(last.actor && { updatedActor: last.actor }) }),
    ...(isManual && { isManual }),
  };
}

/** The SDK sends the time 0 where it knows none. */
function readStamp(value: unknown): { readonly time: number; readonly actor: string | null } | null {
  if (!isObject(value) || !Number.isSafeInteger(value.time) || value.time === 0) return null;
  return { time: value.time as number, actor: typeof value.actor === 'string' ? value.actor : null };
}
