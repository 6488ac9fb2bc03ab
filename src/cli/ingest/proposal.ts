import { proposalsOfSnapshot } from '../../aspects/snapshot.js';
import { CatalogError } from '../../core/errors.js';
import {
  isDeeper,
  isObject,
  type Json,
  maxDepth,
  parseLossless,
  stringifyLossless,
} from '../../core/lossless-json.js';
import { finish } from '../../core/steps.js';
import { pegasusJson } from './avro-json.js';
import { BadItem } from './failure.js';
import type { Item } from './item.js';

/**
 * Returns the MetadataChangeProposals of an item as JSON texts for the service, each with its location; numbers keep
 * every digit. The item is a proposal, `{proposal: …}`, or a MetadataChangeEvent, of which each aspect is a proposal.
 *
 * @throws BadItem when the item is neither
 */
export function proposalsOf({ location, text }: Item): Item[] {
  const item = parse(text);
  const given = isObject(item) && isObject(item.proposal) ? item.proposal : item;
  if (!isObject(given)) throw new BadItem('is not a JSON object');
  if ('proposedSnapshot' in given) {
    return proposalsOfEvent(given).map((proposal) => ({
      location: `${location}, ${proposal.aspectName}`,
      text: stringifyLossless(proposal),
    }));
  }
  if ('bucket' in given && 'metrics' in given) {
    throw new BadItem(
      'is a UsageAggregation (bucket), which is written as the aspect datasetUsageStatistics',
    );
  }
  return [{ location, text: proposalText(given) }];
}

/** Its aspect is text under `value` or, as DataHub's file sink writes it, JSON under `json`. */
function proposalText(given: Json): string {
  if (typeof given.entityUrn !== 'string' && !isObject(given.entityKeyAspect)) {
    throw new BadItem('has no entityUrn');
  }
  if (typeof given.aspectName !== 'string') throw new BadItem('has no aspectName');
  const { aspect } = given;
  if (!isObject(aspect) || !('json' in aspect)) return stringifyLossless(given);
  const contentType = given.changeType === 'PATCH' ? 'application/json-patch+json' : 'application/json';
  return stringifyLossless({ ...given, aspect: { contentType, value: stringifyLossless(aspect.json) } });
}

function proposalsOfEvent(event: Json): Json[] {
  if (event.proposedDelta) throw new BadItem('has a proposedDelta, which nothing can be written from');
  if (isDeeper(event, maxDepth)) throw new BadItem(`is nested more than ${maxDepth} levels deep`);
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
    return parseLossless(text);
  } catch (error) {
    throw new BadItem(`is not JSON: ${(error as Error).message}`);
  }
}
