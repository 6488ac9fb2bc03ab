import type { Json } from '../json/lossless-json.js';
import { parseInSteps } from '../json/lossless-json-parser.js';
import type { Steps } from '../scheduling/steps.js';
import { type PolicyRow, policyValue } from './row.js';

/** A policy with its aspect dataHubPolicyInfo. */
export interface StoredPolicy {
  readonly urn: string;
  readonly value: Json;
}

/** JSON texts: the row of `policies`, and the rest in the record of the aspect; null without a record. */
export interface PolicyTexts {
  readonly row: string;
  readonly extra: string | null;
}

export function* storedPolicy({ row, extra }: PolicyTexts): Steps<StoredPolicy> {
  const policy = (yield* parseInSteps(row)) as PolicyRow;
  const others = extra === null ? {} : ((yield* parseInSteps(extra)) as Json);
  return { urn: policy.urn, value: policyValue(policy, others) };
}
