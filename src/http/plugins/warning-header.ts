import fp from 'fastify-plugin';
import { withoutTokens } from '../../core/text.js';
import '../../request.js';

/** Characters of all warnings together. Proxies refuse answers whose headers are longer than 4 KiB. */
const charactersMax = 2_000;

/**
 * Sends what a request of REST warns of as headers `Warning: 299 - "…"`, in routes that are added later
 * (docs/wire-contract.md, "Warnings").
 */
export const warningHeader = fp(
  async (scope) => {
    scope.addHook('onSend', (request, reply, _, done) => {
      const { warnings } = request.actor ?? {};
      if (warnings && reply.statusCode < 300) reply.header('warning', headersOf(warnings));
      done();
    });
  },
  { name: 'warning-header' },
);

function headersOf(warnings: Iterable<string>): string[] {
  const headers: string[] = [];
  let room = charactersMax;
  for (const text of warnings) {
    const header = `299 - "${quotable(withoutTokens(text))}"`;
    room -= header.length;
    if (room < 0) break;
    headers.push(header);
  }
  return headers;
}

/** A header has ASCII only: other characters are encoded as in a URL. */
const quotable = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '?')
    .replace(/[^ -~]/gu, encodeURIComponent)
    .replace(/["\\]/g, '\\$&');
