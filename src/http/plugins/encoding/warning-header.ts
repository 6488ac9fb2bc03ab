import fp from 'fastify-plugin';
import type { Actor } from '../../../core/actor.js';
import { beginning, withoutTokens } from '../../../core/text.js';
import '../../../request.js';

/** Characters of all warnings together. Proxies refuse responses whose headers are longer than 4 KiB. */
const charactersMax = 2_000;

/**
 * Sends what a request warns of, and the end of its access token if that is soon, as headers `Warning: 299 - "…"` of a
 * success, in routes that are added later (docs/wire-contract.md, "Warnings").
 */
export const warningHeader = fp(
  async (scope) => {
    scope.addHook('onSend', (request, reply, _, done) => {
      // Null without authentication.
      const actor = request.actor as Actor | null;
      if ((actor?.warnings || actor?.token?.endsSoon) && reply.statusCode < 300)
        reply.header('warning', toHeaders(listTexts(actor)));
      done();
    });
  },
  { name: 'warning-header' },
);

function* listTexts({ token, warnings }: Actor): Generator<string> {
  // First, because it is short: what does not fit is left out.
  if (token?.endsSoon) {
    const time = new Date(token.endsSoon).toISOString();
    yield `The access token ${token.id} ends at ${time}; use its replacement, or create one with rotateAccessToken`;
  }
  if (warnings) yield* warnings;
}

/** @returns headers for the texts that fit; the last of them can be the beginning of a text, with three dots */
function toHeaders(texts: Iterable<string>): string[] {
  const headers: string[] = [];
  let room = charactersMax;
  for (const text of texts) {
    const header = toHeader(text, room);
    if (header === null) break;
    headers.push(header);
    // Clients that join headers put a comma and a space between them.
    room -= header.length + 2;
  }
  return headers;
}

const [start, end, cutMark] = ['299 - "', '"', '...'];
/** Shorter beginnings of a text say nothing. */
const charactersMin = 100;

/** @returns null when there is no room for the text, or for a meaningful part of it */
function toHeader(text: string, room: number): string | null {
  const max = room - start.length - end.length;
  // The part that is cut off is not searched for tokens. A token at the cut can be longer than its mark.
  const safe = withoutTokens(beginning(text, 2 * charactersMax));
  let quoted = '';
  let fitting = '';
  for (const character of safe) {
    quoted += quotable(character);
    if (quoted.length > max) {
      return max < charactersMin ? null : `${start}${fitting}${cutMark}${end}`;
    }
    if (quoted.length <= max - cutMark.length) fitting = quoted;
  }
  return `${start}${quoted}${end}`;
}

/** A quoted string has ASCII only: other characters are encoded as in a URL. */
function quotable(character: string): string {
  if (/["\\]/.test(character)) return `\\${character}`;
  if (/[ -~]/.test(character)) return character;
  return /\p{Cs}/u.test(character) ? '?' : encodeURIComponent(character);
}
