import { clientIssues } from '../aspects/client-issues.js';
import { shortened } from '../core/text.js';
import { formatIssues } from '../input/invalid-input.js';
import { isObject, type Json } from '../json/lossless-json.js';
import type { Steps } from '../scheduling/steps.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { aspectKey } from './apply-proposals.js';
import { isWriting, type Proposal } from './proposal.js';

const listedMax = 3;
const reasonLength = 200;

/**
 * Returns the warning about the whole aspects of a request that DataHub's clients cannot read, null if there are none.
 * They are stored as they were sent, because files and catalogs of others have such aspects.
 */
export function* describeUnreadable(proposals: readonly Proposal[]): Steps<string | null> {
  const written = selectLast(proposals.filter(isWriting));
  const listed: string[] = [];
  let count = 0;
  for (const { urn, aspectName, changeType, value } of written) {
    yield;
    // The result of a patch is checked when it is applied.
    if (changeType === 'PATCH' || !isObject(value)) continue;
    const issues = yield* clientIssues(aspectName, value as Json);
    if (issues.length === 0) continue;
    count += 1;
    if (listed.length < listedMax)
      listed.push(
        `${aspectName} of ${urn}: ${shortened(formatIssues(issues, value, 'value'), reasonLength)}`,
      );
  }
  if (count === 0) return null;
  const more = count > listed.length ? `; and ${count - listed.length} more` : '';
  return `DataHub's clients may fail to read ${count} of ${written.length} aspects: ${listed.join('; ')}${more}`;
}

/** Returns all events, and the last proposal for every other aspect. */
function selectLast(proposals: readonly Proposal[]): readonly Proposal[] {
  const last = new Map(proposals.map((one) => [aspectKey(one.urn, one.aspectName), one]));
  if (last.size === proposals.length) return proposals;
  return proposals.filter(
    (one) => isTimeseriesAspect(one.aspectName) || last.get(aspectKey(one.urn, one.aspectName)) === one,
  );
}
