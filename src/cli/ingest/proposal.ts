import { CatalogError } from '../../core/errors.js';
import { proposalsOfSnapshot } from '../../ingest/snapshot.js';
import { usageAggregation } from '../../ingest/usage-aggregation.js';
import { formatIssues } from '../../input/invalid-input.js';
import { isDeeper, isObject, type Json, maxDepth, stringifyLossless } from '../../json/lossless-json.js';
import { DuplicateMember, parseInputInSteps, TooDeep } from '../../json/lossless-json-parser.js';
import { finish } from '../../scheduling/steps.js';
import { pegasusJson } from './avro-json.js';
import type { Item, ProposalItem } from './item.js';
import { BadItem } from './item.js';

/**
 * Returns the MetadataChangeProposals of an item as JSON texts for the service, each with its location; numbers keep
 * every digit. The item is a proposal, `{proposal: …}`, a UsageAggregation, DataHub's `{urn, info}` of a policy, or a
 * MetadataChangeEvent, of which each aspect is a proposal.
 *
 * @throws BadItem when the item is none of these
 */
export function toProposals({ location, text, problem }: Item): ProposalItem[] {
  if (problem !== undefined) throw new BadItem(problem);
  const item = parse(text);
  const given = isObject(item) && isObject(item.proposal) ? item.proposal : item;
  if (!isObject(given)) throw new BadItem('is not a JSON object');
  if ('proposedSnapshot' in given || 'proposedDelta' in given) {
    return proposalsOfEvent(given).map((proposal) => ({
      location: `${location}, ${proposal.aspectName}`,
      text: stringifyLossless(proposal),
      aspectName: String(proposal.aspectName),
    }));
  }
  if (typeof given.entityUrn !== 'string' && !isObject(given.entityKeyAspect)) {
    if ('bucket' in given) return [{ location, ...proposalOfUsage(given) }];
    if (isObject(given.info)) return [{ location, ...proposalOfPolicy(given.urn, given.info) }];
    throw new BadItem('has no entityUrn');
  }
  if (typeof given.aspectName !== 'string') throw new BadItem('has no aspectName');
  return [{ location, text: proposalText(given), aspectName: given.aspectName }];
}

/** DataHub's file of policies has `{urn, info}` for each. */
function proposalOfPolicy(urn: unknown, value: Json): Omit<ProposalItem, 'location'> {
  if (typeof urn !== 'string' || !urn.startsWith('urn:li:dataHubPolicy:')) {
    throw new BadItem('has an info, but no urn of a policy, urn:li:dataHubPolicy:<id>');
  }
  const aspectName = 'dataHubPolicyInfo';
  const aspect = { contentType: 'application/json', value: stringifyLossless(value) };
  const proposal = { entityType: 'dataHubPolicy', entityUrn: urn, changeType: 'UPSERT', aspectName, aspect };
  return { text: JSON.stringify(proposal), aspectName };
}

function proposalOfUsage(given: Json): Omit<ProposalItem, 'location'> {
  const { success, data, error } = usageAggregation.safeParse(given);
  if (success) return { text: JSON.stringify(data), aspectName: data.aspectName };
  throw new BadItem(`has a bucket, but is not a usage aggregation: ${formatIssues(error.issues, given)}`);
}

/** Its aspect is text under `value` or, as DataHub's file sink writes it, JSON under `json`. */
function proposalText(given: Json): string {
  const { aspect } = given;
  if (!isObject(aspect) || !('json' in aspect)) return stringifyLossless(given);
  const contentType = given.changeType === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  return stringifyLossless({ ...given, aspect: { contentType, value: stringifyLossless(aspect.json) } });
}

const tooDeep = `is nested more than ${maxDepth} levels deep`;

function proposalsOfEvent(event: Json): Json[] {
  if (event.proposedDelta) throw new BadItem('has a proposedDelta, which is not supported');
  if (isDeeper(event, maxDepth)) throw new BadItem(tooDeep);
  const { proposedSnapshot, systemMetadata } = event;
  try {
    const [snapshot, stamp] = [pegasusJson(proposedSnapshot), pegasusJson({ systemMetadata }) as Json];
    return finish(proposalsOfSnapshot(snapshot, stamp.systemMetadata));
  } catch (error) {
    if (error instanceof CatalogError) throw new BadItem(error.message);
    throw error;
  }
}

function parse(text: string): unknown {
  try {
    return finish(parseInputInSteps(text));
  } catch (error) {
    if (error instanceof TooDeep) throw new BadItem(tooDeep);
    if (error instanceof DuplicateMember) throw new BadItem(error.message);
    throw new BadItem(`is not JSON: ${(error as Error).message}`);
  }
}
