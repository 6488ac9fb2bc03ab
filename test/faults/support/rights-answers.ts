import { operations, type Request } from './operations.js';
import type { People } from './people.js';

export type Headers = Record<string, string>;
export const bearer = ({ token }: { token: string }): Headers => ({ authorization: `Bearer ${token}` });
export const actor = ({ urn }: { urn: string }, name = 'x-service-actor'): Headers => ({ [name]: urn });

/** The answers to every operation, a line each as in the table; a refusal must have changed nothing. */
export async function answers(
  all: People,
  callers: readonly (readonly [headers: Headers, own: boolean, address?: string])[],
  prefixes = 1,
) {
  const rows: Record<string, string> = {};
  const changed: string[] = [];
  let requests = 0;
  for (const [name, ways] of Object.entries(operations)) {
    for (const build of ways.slice(0, prefixes)) {
      const codes: number[] = [];
      let before: string | undefined;
      let tries: { own: Request; others: Request } | undefined;
      for (const [headers, own, address] of callers) {
        // What a refusal leaves as it was is good for the next caller.
        tries =
          before === undefined ? { own: build(await all.onAnn()), others: build(await all.onBob()) } : tries;
        before ??= await all.state();
        const code = await all.code(own ? tries!.own : tries!.others, headers, address);
        const after = code === 200 ? undefined : await all.state();
        if (after !== undefined && after !== before) changed.push(`${name} ${code}`);
        before = after;
        codes.push(code);
        requests += 1;
      }
      const row = codes.join(' ');
      // The three prefixes are one operation.
      rows[name] = rows[name] === undefined || rows[name] === row ? row : `${rows[name]}, but ${row}`;
    }
  }
  return { rows, changed, requests };
}
