import type { Requester } from './actor.js';

/** Further warnings of a response are left out. */
export const warningsMax = 20;

/** Adds a warning text to the response of a request, once (docs/wire-contract.md, "Warnings"). */
export function warn(requester: Requester, text: string): void {
  requester.warnings ??= new Set();
  if (requester.warnings.size < warningsMax) requester.warnings.add(text);
}
