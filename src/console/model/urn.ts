import { serviceAccount } from '../../datahub/urn-spelling.js';

/** Returns the last part of a URN, to show where its name is not known. */
export function urnName(urn: string): string {
  const key = urn.replace(/^urn:li:\w+:/, '');
  if (!key.startsWith('(')) return key;
  const parts = key.slice(1, -1);
  // An entity that is part of another one, such as a job of a flow, has its own name last.
  return (parts.startsWith('urn:') ? parts.split(/,(?=[^)]*$)/) : parts.split(','))[1] ?? key;
}

/** Whether a URN names a service account rather than a person. */
export const isServiceAccount = (urn: string): boolean => serviceAccount.test(urn);

/** Returns the type of an entity as its URN has it, such as `dataset`; empty if the text is not a URN. */
export const urnType = (urn: string): string => /^urn:li:(\w+):./.exec(urn)?.[1] ?? '';
