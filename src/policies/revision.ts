import { createHash } from 'node:crypto';

/** Returns a text that differs when a policy does. @param value the aspect dataHubPolicyInfo */
export const computeRevision = (value: object): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
