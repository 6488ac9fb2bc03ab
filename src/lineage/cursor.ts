import { badRequest } from '../core/errors.js';
import { quoted } from '../core/urn.js';
import { decodeScrollId, digest, encodeScrollId } from '../search/scroll-id.js';

/** Returns the id of the page after a position. @param request everything that decides which edges there are */
export const toCursor = (request: readonly unknown[], position: unknown): string =>
  encodeScrollId([digest(request), position]);

/**
 * @param read returns null for a value that is not a position
 * @throws BAD_REQUEST when it is not the id of a page, or that of another request
 */
export function parseCursor<Position>(
  request: readonly unknown[],
  scrollId: string,
  read: (value: unknown) => Position | null,
): Position {
  const [hash, value, ...others] = decodeScrollId(scrollId) ?? [];
  const position = others.length > 0 ? null : read(value);
  if (position === null)
    throw badRequest(`scrollId is ${quoted(scrollId)}; expected scrollId of the previous page, or none`);
  if (hash !== digest(request))
    throw badRequest(
      'scrollId is that of another request; everything but count must stay the same on all pages',
    );
  return position;
}

/** Whether a value of a client can be part of a position: PostgreSQL has no texts with U+0000. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');
