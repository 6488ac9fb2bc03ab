import { isIfAbsent } from '../../../ingest/condition.js';
import { joinJsonMembers } from '../json-text.js';
import type { EntityProposal } from './proposals.js';

/**
 * Maximum characters of values that a response repeats. The response to a larger write would need memory that may be
 * unavailable after the write.
 */
const repeatedMax = 20_000;

/**
 * Returns the JSON texts of the response to a write: an entity for each URN, with its written aspects. `value` is the sent value; a
 * patch, a value that is written only if there is none, and a value in a large body are left out.
 */
export function writtenEntities(
  proposals: readonly EntityProposal[],
  urns: readonly string[],
  withSystemMetadata: boolean,
): string[] {
  const total = proposals.reduce(
    (sum, { aspect, systemMetadata }) => sum + aspect.value.length + (systemMetadata?.length ?? 0),
    0,
  );
  const isRepeated = total <= repeatedMax;
  const entities = new Map<string, Map<string, string>>();
  for (const [index, { aspectName, aspect, changeType, headers, systemMetadata }] of proposals.entries()) {
    const urn = urns[index]!;
    const aspects = entities.get(urn) ?? new Map<string, string>();
    entities.set(urn, aspects);
    const isWritten = changeType !== 'PATCH' && !isIfAbsent(headers);
    const members = {
      ...(isRepeated && isWritten ? { value: aspect.value } : {}),
      ...(isRepeated && withSystemMetadata && systemMetadata ? { systemMetadata } : {}),
    };
    aspects.set(aspectName, joinJsonMembers(members));
  }
  return [...entities].map(([urn, aspects]) =>
    joinJsonMembers({ urn: JSON.stringify(urn), ...Object.fromEntries(aspects) }),
  );
}
