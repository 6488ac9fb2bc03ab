import { readWarnings } from '../../src/client/warnings.js';

/** Returns what an answer warns of. */
export function warningsIn({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string[] {
  const sent = [headers.warning].flat().filter((header) => header !== undefined);
  return readWarnings(new Headers(sent.map((header) => ['warning', String(header)])));
}
